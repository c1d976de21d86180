"""The pure part of the appliance: what is known, what happens next, what is to be seen."""
