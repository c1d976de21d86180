"""The Saga: cards with effects, laid beside the board of a game.

What a card can do is a word of `engine.saga.vocabulary`; the cards themselves are what a group of players typed in.
"""
