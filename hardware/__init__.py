"""The hands: drivers behind ports, real and simulated. Knows neither dice rules nor goats."""
