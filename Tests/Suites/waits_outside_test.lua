-- exit: 1
require "bindhost".sleep "1s"
