local ui = require "bindhost.iu"
