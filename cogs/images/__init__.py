"""The highlights of pictures, and the threads that draw them; no rules are computed and no picture is painted here."""
