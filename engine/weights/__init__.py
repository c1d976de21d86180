"""Weights learnt by self-play, by rules and number of players; docs/advice.md says how."""
