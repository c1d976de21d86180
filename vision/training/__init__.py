"""How the weights were made: scenes, photographs, training, export, evaluation. Needs torch; the device does not."""
