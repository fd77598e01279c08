extension DiagnosticID {
  /// Of what lies outside the script: files, programs, formats, stores, the network, the command line.
  var outsideExample: Example {
    switch self {
    case .execExit:
      .script(
        """
        local bh = require "bindhost"
        print(bh.exec { "false" })       -- look at err.status
        """)
    case .execNotFound:
      .script(
        """
        local bh = require "bindhost"
        print(bh.exec { "gti", "status" })   -- git
        """)
    case .execSignal:
      .script(
        """
        local bh = require "bindhost"
        print(bh.exec { "sh", "-c", "kill -9 $$" })
        """)
    case .execTimeout:
      .script(
        """
        local bh = require "bindhost"
        print(bh.exec({ "sleep", "60" }, { timeout = "10ms" }))
        """)
    case .fileFailed:
      .script(
        """
        local bh = require "bindhost"
        print(bh.fs.read "/")            -- a folder is listed with bh.fs.list
        """)
    case .fileNotFound:
      .script(
        """
        local bh = require "bindhost"
        print(bh.fs.read "/no/such/file")
        """)
    case .csvInvalid:
      .script(
        """
        local bh = require "bindhost"
        print(bh.csv.decode 'a,"b')      -- the quote has no end
        """)
    case .csvValue:
      .script(
        """
        local bh = require "bindhost"
        bh.csv.encode { { 1, { 2 } } }   -- a field is a string, number or boolean
        """)
    case .jsonInvalid:
      .script(
        """
        local bh = require "bindhost"
        print(bh.json.decode "{'a': 1}") -- JSON has double quotes only
        """)
    case .jsonPrecision:
      .script(
        """
        local bh = require "bindhost"
        bh.json.decode "[123456789012345678901]"   -- or { big = "string" }
        """)
    case .jsonValue:
      .script(
        """
        local bh = require "bindhost"
        bh.json.encode { average = 0 / 0 }
        """)
    case .timeInvalid:
      .script(
        """
        local bh = require "bindhost"
        print(bh.time.parse "1.3.2026")  -- write: 2026-03-01
        """)
    case .sqlFailed:
      .script(
        """
        local bh = require "bindhost"
        local db = bh.sql.open ":memory:"
        print(db:query "selct 1")
        """)
    case .httpDecode:
      .script(
        """
        local bh = require "bindhost"    -- beside: bindhost demo-server
        print(bh.http.get("http://127.0.0.1:8400/").json)   -- the body is no JSON: look at .body
        """)
    case .httpFailed:
      .script(
        """
        local bh = require "bindhost"
        print(bh.http.get "http://127.0.0.1:1/")   -- nobody listens there
        """)
    case .httpOffline: .sketch("print(bh.http.get \"http://example.org/\")   -- in no network")
    case .httpStatus:
      .script(
        """
        local bh = require "bindhost"    -- beside: bindhost demo-server
        print(bh.http.get "http://127.0.0.1:8400/no-such-page")   -- err.status is 404
        """)
    case .httpTimeout:
      .script(
        """
        local bh = require "bindhost"    -- beside: bindhost demo-server
        print(bh.http.get("http://127.0.0.1:8400/slow", { timeout = "10ms" }))
        """)
    case .storeKeyType:
      .script(
        """
        local bh = require "bindhost"
        bh.state("rating", 0, { store = "memory:" })
        bh.state("rating", "none", { store = "memory:" })   -- the same in both places, or one module
        """)
    case .storeFenced:
      .sketch(
        "-- the machine slept for a minute in the middle of a run of a job with cluster = true, and another one has it now"
      )
    case .storeCorrupt:
      .script(
        """
        local bh = require "bindhost"
        bh.fs.write("prefs.json", "{ theme: dark }")   -- as a hand may have left it: no JSON
        bh.state("prefs", { theme = "dark" }, { store = "file:prefs.json" })
        """)
    case .storeLoadFailed:
      .script(
        """
        local bh = require "bindhost"
        bh.state("prefs", { theme = "dark" }, { store = "etcd://127.0.0.1:1/app" })   -- no server answers there
        """)
    case .storeNewerVersion, .storeReadOnly:
      .sketch(
        """
        local bh = require "bindhost"
        local prefs = bh.state("prefs", { theme = "dark" }, { version = 1 })   -- version 2 is stored
        prefs "theme":set "light"
        """)
    case .storeSaveFailed:
      .script(
        """
        local bh = require "bindhost"
        local prefs = bh.state("prefs", { theme = "dark" }, { store = "file:/proc/prefs.json" })
        prefs "theme":set "light"        -- nothing can be written there
        """)
    case .storeURL:
      .script(
        """
        local bh = require "bindhost"
        bh.state("prefs", {}, { store = "redis:" })   -- sqlite:PATH, file:PATH.json or memory:
        """)
    case .storeValue:
      .script(
        """
        local bh = require "bindhost"
        local s = bh.state("ratio", 0.5, { store = "memory:" })
        s:set(0 / 0)
        print(s:save())
        """)
    case .uiDuplicateID:
      .script(
        """
        local ui = require "bindhost.ui"
        require "bindhost".show(ui.column { ui.label { id = "a" }, ui.label { id = "a" } })
        """)
    case .uiNeverSeen:
      .script(
        """
        local bh, ui = require "bindhost", require "bindhost.ui"
        bh.show(ui.label "Load")
        bh.show(ui.label "Disks")        -- write: bh.show(ui.column { ui.label "Load", ui.label "Disks" })
        """)
    case .uiUnknownOption:
      .script(
        """
        local ui = require "bindhost.ui"
        ui.slider { value = 0.4, stpe = 0.05 }   -- write: step
        """)
    case .testDeclaration:
      .test(
        """
        local bh = require "bindhost"
        local user = bh.model("user", { name = "Ada" })   -- belongs into before_each
        it("has a name", function() expect(user "name"):to_equal "Ada" end)
        """)
    case .testFailed: .test("it(\"adds\", function() expect(1 + 1):to_equal(3) end)")
    case .testNotFound:
      .test(
        """
        local bh, ui = require "bindhost", require "bindhost.ui"
        it("takes an address", function()
          bh.show(ui.text_field { id = "email" })
          assert(test.find "emial"):input "ada@example.org"   -- the id is email
        end)
        """)
    case .testOutside:
      .script(
        "local bh = require \"bindhost\"\nbh.test.screen()                 -- in x_test.lua, run by bindhost test"
      )
    case .testSnapshot:
      .test(
        """
        local bh, ui = require "bindhost", require "bindhost.ui"
        it("looks as it did", function()
          bh.show(ui.label "Load")
          test.snapshot "board"          -- bindhost test --update-snapshots keeps what is shown now
        end)
        """)
    case .testStuck:
      .test(
        """
        local bh = require "bindhost"
        it("gets an answer", function()
          local a
          a = bh.source { set = function() return bh.race { function() return a:set(2) end } end }
          a:set(1)                       -- the second write waits for the first, which waits for it
        end)
        """)
    case .testUnfinished:
      .test(
        """
        local bh = require "bindhost"    -- bindhost test --strict
        it("leaves a timer", function() bh.after("1h", print) end)
        """)
    case .cliServer: .command("bindhost demo-server --port 80")
    case .cliUnknownFlag: .command("bindhost run --onec board.lua")
    case .cliUnknownVerb: .command("bindhost rnu board.lua")
    default: .command("bindhost run")
    }
  }
}
