local prefs = require "perfs"
