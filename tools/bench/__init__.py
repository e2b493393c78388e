"""Benchmarks of the program's times, memory and disk use: one command, and a module for each part."""
