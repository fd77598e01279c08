-- screen: 44x18
-- focus: name
bh.show(ui.column {
  ui.label "日本語のテキストはどこでも改行できますので、幅に合わせて折り返されます。",
  ui.label "Família 👩‍👩‍👧‍👦, Zoë, é, 한국어, 🇳🇿 and ½",
  ui.panel { title = "設定", ui.table { columns = { "名前", "値" }, rows = {
    { ["名前"] = "東京", ["値"] = 12 }, { ["名前"] = "Köln", ["値"] = 3 } } } },
  ui.text_field { id = "name", label = "名前", value = "東京都千代田区丸の内一丁目九番一号どこか" },
  ui.select { label = "Stadt", value = "東京", options = { "東京", "Köln" } },
  ui.label "x\ty\27[31mz",
}, { title = "Wide and combined" })
