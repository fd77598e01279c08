// Helpers that tests share.
