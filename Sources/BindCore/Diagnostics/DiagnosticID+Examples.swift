extension DiagnosticID {
  /// How it comes about, and what was meant. A test runs every one that is no sketch, and wants it to end in its id.
  public enum Example: Sendable {
    /// A whole script; its comments say what to write instead.
    case script(StaticString)
    /// A whole file for `bindhost test`.
    case test(StaticString)
    case command(StaticString)
    /// What no script can bring about by itself: a network that is down, too little memory.
    case sketch(StaticString)
  }

  public var example: Example {
    switch self {
    case .bindArgument, .bindCycle, .bindDetached, .bindDisposed, .bindDuplicate, .bindInvalid, .bindKey,
      .bindLifetime, .bindLostUpdate, .bindNilHop, .bindOverwritten, .bindPath, .bindPure, .bindReadOnly,
      .bindSuspended, .bindTransformFailed, .bindTwoWriters, .bindType, .bindUnknownField, .bindUnknownMethod,
      .bindUnknownOption, .bindUnstable, .bindValue, .bindYield:
      bindingExample
    case .hostInternal, .hostInterrupted, .hostMemory, .hostNoSuchFile, .hostNotPermitted, .hostQuota, .hostTimeout,
      .scriptError, .scriptStuck, .scriptSyntax, .scriptRequire, .scriptUnknownGlobal:
      hostExample
    case .jobCluster, .jobCron, .jobDisabled, .jobDuplicate, .jobFeedback, .jobUnknownOption, .loadCancelled,
      .loadEmpty,
      .loadOverflow, .loadTimeout, .sourceBusy, .sourceConflict, .sourceDeclined, .sourceLost, .sourceNoAnswer,
      .sourceSuperseded, .sourceWriteOnly:
      loadingExample
    default: outsideExample
    }
  }

  private var bindingExample: Example {
    switch self {
    case .bindArgument:
      .script(
        """
        local bh = require "bindhost"
        bh.computed(42)                  -- write: bh.computed(function() return 42 end)
        """)
    case .bindCycle:
      .script(
        """
        local bh = require "bindhost"
        local a, b
        a = bh.computed(function() return (b and b:get() or 0) + 1 end)
        b = bh.computed(function() return a:get() + 1 end)
        print(a:get())
        b:observe(print)                 -- a reads b and b reads a: let one of them be a bindable
        a:get()
        """)
    case .bindDetached:
      .script(
        """
        local bh = require "bindhost"
        local todo = bh.model("todo", { items = { { id = 1, done = false } } })
        local first = todo "items":by("id", 1)
        first:observe(function() end)
        todo "items":remove(1)
        first "done":set(true)           -- ask first:detached() before
        """)
    case .bindDisposed:
      .script(
        """
        local bh = require "bindhost"
        local handle
        local scope = bh.scope(function() handle = bh.bindable(1):observe(print) end)
        scope:close()
        handle:pause()                   -- its scope has closed, so it has ended
        """)
    case .bindDuplicate:
      .script(
        """
        local bh = require "bindhost"
        bh.model("user", { name = "" })
        bh.model("user", { name = "" })  -- use the first one: bh.open "user"
        """)
    case .bindInvalid:
      .script(
        """
        local bh = require "bindhost"
        local m = bh.model("m", { age = bh.field { default = 36, min = 0, max = 150 } })
        print(select(2, m "age":set(200)))   -- set returned nil and this error
        """)
    case .bindKey:
      .script(
        """
        local bh = require "bindhost"
        local items = bh.bindable { { id = 1 }, { id = 1 } }   -- give each its own id
        bh.each(items, { key = "id", insert = print })
        """)
    case .bindLifetime:
      .script(
        """
        local bh = require "bindhost"
        local text = bh.bindable("")
        bh.scope("screen", function()
          local label = bh.ui.label "Hello"
          bh.bind(label "text", text)    -- text lives longer than the label
        end)
        """)
    case .bindLostUpdate:
      .script(
        """
        local bh = require "bindhost"
        local trigger, count = bh.bindable(0), bh.bindable(0)
        for _ = 1, 2 do
          trigger:observe(function() count:set(count:get() + 1) end, { initial = false })
        end                              -- write: count:modify(function(n) return n + 1 end)
        trigger:set(1)
        """)
    case .bindNilHop:
      .script(
        """
        local bh = require "bindhost"
        local m = bh.model("m", { address = bh.field { type = "record", optional = true } })
        m "address.city":set("Bonn")     -- or m:at("address.city", { create = true }):set("Bonn")
        """)
    case .bindOverwritten:
      .script(
        """
        local bh = require "bindhost"
        local name, label = bh.bindable("Ada"), bh.ui.label ""
        bh.bind(name, label "text")
        label "text":set("Grace")        -- write: name:set("Grace")
        """)
    case .bindPath:
      .script(
        """
        local bh = require "bindhost"
        local user = bh.model("user", { name = "Ada" })
        print(user "nmae":get())         -- write: user "name"
        """)
    case .bindPure:
      .script(
        """
        local bh = require "bindhost"
        local a, b = bh.bindable(1), bh.bindable(0)
        a:map(function(v) b:set(v) return v end):observe(print)   -- write b in an observer of a
        print(a:map(function(v) b:set(v) return v end):get())
        """)
    case .bindReadOnly:
      .script(
        """
        local bh = require "bindhost"
        local n = bh.bindable(1)
        n:map(tostring):set("2")         -- write: n:set(2)
        """)
    case .bindSuspended:
      .script(
        """
        local bh = require "bindhost"
        local n = bh.bindable(0)
        n:observe(function(v) error "never works" end)
        for i = 1, 12 do n:set(i) end
        """)
    case .bindTransformFailed:
      .script(
        """
        local bh = require "bindhost"
        local user = bh.model("user", { name = bh.field { default = "Ada", optional = true } })
        bh.bind(user "name", bh.ui.label "" "text", function(name) return "Hi " .. name end)
        user "name":set(nil)             -- write: "Hi " .. (name or "you")
        """)
    case .bindTwoWriters:
      .script(
        """
        local bh = require "bindhost"
        local a, b, target = bh.bindable(1), bh.bindable(2), bh.bindable(0)
        bh.bind(a, target)
        bh.bind(b, target)               -- or { replace = true }, or { priority = 1 }
        """)
    case .bindType:
      .script(
        """
        local bh = require "bindhost"
        local user = bh.model("user", { age = 36 })
        user "age":set("37")             -- write: user "age":set(37)
        """)
    case .bindUnknownField:
      .script(
        """
        local bh = require "bindhost"
        local user = bh.model("user", { name = "Ada" })
        user:update { nmae = "Grace" }   -- or user:update(data, { unknown = "ignore" })
        """)
    case .bindUnknownMethod:
      .script(
        """
        local bh = require "bindhost"
        local user = bh.model("user", { name = "Ada" })
        print(user.name)                 -- write: user "name":get()
        """)
    case .bindUnknownOption:
      .script(
        """
        local bh = require "bindhost"
        bh.bindable(1):observe(print, { inital = false })   -- write: initial
        """)
    case .bindUnstable:
      .script(
        """
        local bh = require "bindhost"
        local a, b = bh.bindable(1), bh.bindable(0)
        bh.link(a, b, { to = function(v) return v * 2 end, from = function(v) return v / 2 + 1 end })
        b:set(10)                        -- from has to undo what to does: v / 2
        """)
    case .bindValue:
      .script(
        """
        local bh = require "bindhost"
        local t = {}
        t.self = t
        bh.bindable(t)                   -- a table that contains itself cannot be kept
        """)
    default:
      .script(
        """
        local bh = require "bindhost"
        local n = bh.bindable(1)
        n:observe(function() bh.sleep "1s" end)   -- write: bh.go(function() bh.sleep "1s" end)
        """)
    }
  }

  private var hostExample: Example {
    switch self {
    case .hostInternal: .sketch("-- a fault of bindhost's own: please report it with the script")
    case .hostInterrupted: .script("while true do end                -- and then Ctrl-C")
    case .hostMemory:
      .sketch("-- the machine has no memory left: other programs, or the container, need less or more of it")
    case .hostNoSuchFile: .command("bindhost run settigns.lua")
    case .hostNotPermitted:
      .script(
        """
        local bh = require "bindhost"
        print(bh.fs.read "/etc/hostname")   -- bindhost run --allow-read=/etc/hostname FILE
        """)
    case .hostQuota:
      .script(
        """
        local all = ("x"):rep(1e9)       -- keep less, or read piece by piece
        while true do end                -- a loop that waits (bh.sleep) may go on for ever
        """)
    case .hostTimeout: .command("bindhost run --timeout 1s board.lua")
    case .scriptError: .script("local config = nil\nprint(config.name)               -- an error that nobody catches")
    case .scriptStuck:
      .script(
        """
        local bh = require "bindhost"
        local source
        source = bh.source {
          get = function() return 0 end,
          set = function()
            return bh.race { function() return source:set(2) end }   -- waits for the first write, which waits for it
          end,
        }
        source:set(1)
        """)
    case .scriptUnknownGlobal: .command("echo 'prnit(1)' | bindhost check -")
    case .scriptSyntax: .script("local name =                     -- a value is missing here")
    default: .script("local prefs = require \"perfs\"    -- prefs.lua stands beside the script")
    }
  }

  private var loadingExample: Example {
    switch self {
    case .jobCluster:
      .script(
        """
        local job = require "bindhost.job"
        -- a file has no locks: "sqlite:state.db", or "etcd://host:2379/app"
        job.every("1m", { name = "poll", cluster = "file:state.json", run = print })
        """)
    case .jobCron:
      .script(
        """
        local job = require "bindhost.job"
        job.cron("61 * * * *", function() end)   -- minutes are 0 to 59
        """)
    case .jobDisabled:
      .script(
        """
        local job = require "bindhost.job"
        job.every("1ms", { retry = 0, disable_after = 2, run = function() error "down" end })
        """)
    case .jobDuplicate:
      .script(
        """
        local job = require "bindhost.job"
        job.every("1h", { name = "poll", run = print })
        job.every("1h", { name = "poll", run = print })   -- another name
        """)
    case .jobFeedback:
      .script(
        """
        local bh = require "bindhost"
        local n = bh.bindable(0)
        bh.job.on(n, { overlap = "queue", run = function() n:modify(function(v) return v + 1 end) end })
        n:set(1)                         -- the job writes what starts it
        """)
    case .jobUnknownOption:
      .script(
        """
        local job = require "bindhost.job"
        job.every("1h", { overlpa = "queue", run = print })   -- write: overlap
        """)
    case .loadCancelled:
      .script(
        """
        local bh = require "bindhost"
        local slow = bh.loadable { load = function() bh.sleep "1h" return 1 end }
        bh.after("1ms", function() slow:cancel() end)
        print(slow:await())              -- nil and this error
        """)
    case .loadEmpty:
      .script(
        """
        local bh = require "bindhost"
        local user = bh.loadable { load = function() end, retry = 0 }   -- return the value, or bh.null
        print(user:await())
        """)
    case .loadOverflow:
      .script(
        """
        local bh = require "bindhost"
        local numbers = bh.stream(function(emit) for i = 1, 100 do emit(i) end end)
        local all = bh.loadable { source = numbers, buffer = 10, overflow = "fail", retry = 0 }
        print(all:await())               -- a larger buffer, or overflow = "latest"
        """)
    case .loadTimeout:
      .script(
        """
        local bh = require "bindhost"
        local slow = bh.loadable { load = function() bh.sleep "1h" end, timeout = "5ms", retry = 0 }
        print(slow:await())
        """)
    case .sourceBusy:
      .script(
        """
        local bh = require "bindhost"
        local s = bh.source { order = "reject", set = function() bh.sleep "1h" return true end }
        bh.go(function() s:set(1) end)
        bh.sleep "5ms"
        print(s:set(2))                  -- the first write has not been answered
        os.exit = nil
        error "enough"
        """)
    case .sourceConflict:
      .script(
        """
        local bh = require "bindhost"
        local stock = bh.source { get = function() return 1 end,
          set = function(new) return nil, { kind = "conflict", theirs = 9 } end }
        print(stock:set(2))              -- add: resolve = function(c) return c.theirs - 1 end
        """)
    case .sourceDeclined:
      .script(
        """
        local bh = require "bindhost"
        local s = bh.source { set = function() return true end, confirm = function() return false end }
        print(s:set(1))                  -- confirm said no
        """)
    case .sourceLost:
      .script(
        """
        local bh = require "bindhost"
        local scope = bh.scope(function()
          local count = bh.loadable("count", { durable = true, load = function() bh.sleep "1h" return 0 end,
            send = function() return true end })
          count:write { apply = function(n) return n + 1 end }
        end)
        scope:close()                    -- before its first value
        """)
    case .sourceNoAnswer:
      .script(
        """
        local bh = require "bindhost"
        local s = bh.source { set = function(new) end }   -- return true
        print(s:set(1))
        """)
    case .sourceSuperseded:
      .script(
        """
        local bh = require "bindhost"
        local s = bh.source { order = "latest", set = function() bh.sleep "5ms" return true end }
        bh.go(function() print(s:set(1)) end)
        bh.sleep "1ms"
        s:set(2)                         -- takes the place of the first
        """)
    default:
      .script(
        """
        local bh = require "bindhost"
        local s = bh.source { set = function() return true end }
        print(s:get())                   -- it has no get=
        """)
    }
  }
}
