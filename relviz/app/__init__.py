"""What a window needs beside widgets: session, runner, settings, actions, theme; QtGui, no widgets."""
