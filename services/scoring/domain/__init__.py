"""What a result means for ratings; knows neither bus nor database."""
