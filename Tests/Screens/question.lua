-- screen: 60x14
-- press: armed
bh.show(ui.panel { title = "Alarm",
  ui.toggle { id = "armed", label = "Alarm armed", value = false, confirm = { on = "Arm the alarm?" } },
  ui.label "It rings when somebody comes near, and it wakes up the whole house.",
}, { title = "House" })
