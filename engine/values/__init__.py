"""Values of positions learnt by self-play: how often each seat wins from here.

Everything here works on many tables at once and needs numpy, so nothing that the start needs imports it.
"""
