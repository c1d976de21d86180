"""The pack of cards that the tests of the Saga's pages begin with."""

PACK = """# ours, not the game's
[pack]
name = "Our discoveries"

[[card]]
code = "A1"
kind = "ability"
name = "Eight"
chapter = 1

[[card.effect]]
verb = "number"
number = 8

# found behind the door
[[card]]
code = "A2"
kind = "ability"
name = "Nine"
chapter = 2

[[card.effect]]
verb = "number"
number = 9
"""
