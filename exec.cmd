@rem The npm scripts begin with exec, so that on Unix signals reach Node itself. Windows has no such word: this is it.
@%*
