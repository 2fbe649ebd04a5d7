"""The computations behind the schemes page: what each position scheme can do, and what that costs it."""
