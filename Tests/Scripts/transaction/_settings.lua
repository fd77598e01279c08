return require "bindhost".model("settings", { x = 1 })
