"""What all pages share: the template, lists that filter and sort, words for amounts and moments."""
