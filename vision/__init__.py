"""The eyes: a picture in, a reading of the dice out. Knows dice, not the game."""
