"""The strip and the read-out that hold A against B. Imports maps and widgets."""
