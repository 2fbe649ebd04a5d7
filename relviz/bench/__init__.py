"""The performance figures: a file a subject, all of them listed in ``figure``, which loads none of them.

They may import every room but the command line. ``hugging_face``, ``versus``, ``versus_peers``, ``memory`` and
``probe`` are also run by their names, ``python -m relviz.bench.NAME``, in processes of their own.
"""
