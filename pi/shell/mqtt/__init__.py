"""Tables tell a broker what they do, and one can look at all of them there."""
