"""Functions of files and arrays: media in, measurements out; arrays in, metrics out. No Qt, no database, no project."""
