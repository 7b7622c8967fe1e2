"""D-3, the digital flick `edd-1`: one reproducible answer to where discs stop, to the last bit, on every machine.

Only ``+ - * /``, square roots and comparisons of binary64, in the order in which the specification writes them: nothing here
may be reordered, contracted or left to a library of numbers. Lengths are um, speeds um/s.
"""
