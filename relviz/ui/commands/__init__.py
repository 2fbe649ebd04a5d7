"""What can be done in a window: one table, and the menus, palette and sheet made from it. Imports pages and files."""
