"""Games that Bastide offers: the rules, texts and pictures of each, and the one list of all of them."""
