"""A text as tokens with labels: tokenizers, words, text files, and how well a tokenizer fits."""
