"""What pictures point out, and the threads that draw them. Computes no rules, paints nothing."""
