"""Resampling: random streams, bootstrap draws and the bands made of them."""
