extension Inspector {
  /// Values as a person reads them, and what begins with what was typed. In Lua, because tables may hold themselves and
  /// what cannot cross; it calls nothing of the script's: no metamethod runs, and what the script puts in place of Lua's
  /// own functions is not used.
  ///
  /// Given: what describes an object or a function of the host, and what can follow it.
  static let source = #"""
    local describe, members = ...
    local next, type, rawget, select, tostring = next, type, rawget, select, tostring
    local sub, gsub, find, format, rep, byte = string.sub, string.gsub, string.find, string.format, string.rep, string.byte
    local concat, sort, utf8_len, math_type = table.concat, table.sort, utf8.len, math.type
    local globals, strings = _G, string

    local DEPTH <const>, ITEMS <const>, TOTAL <const>, WIDTH <const>, TEXT <const> = 5, 40, 400, 76, 400
    local CUT <const> = "…"

    local keywords = {}
    for word in string.gmatch("and break do else elseif end false for function goto if in local nil not or repeat "
        .. "return then true until while", "%a+") do keywords[word] = true end

    local escapes = { ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t", ['"'] = '\\"', ["\\"] = "\\\\", ["\27"] = "\\27" }
    local function escape(c) return escapes[c] or gsub(c, ".", function(b) return format("\\x%02X", byte(b)) end) end

    local function quote(text)
      local rest = ""
      if #text > TEXT then
        local whole = utf8_len(text)
        text, rest = sub(text, 1, TEXT), CUT
        if whole and not utf8_len(text) then text = gsub(text, "[\xC0-\xFF][\x80-\xBF]*$", "") end
      end
      text = gsub(text, '[%c"\\]', escape)
      -- Terminals take some of what lies beyond ASCII for controls too.
      text = gsub(text, utf8_len(text) and "\xC2[\x80-\x9F]" or "[\x80-\xFF]", escape)
      return '"' .. text .. '"' .. rest
    end

    local function is_name(key) return type(key) == "string" and find(key, "^[%a_][%w_]*$") and not keywords[key] end

    local rank = { number = 1, string = 2, boolean = 3 }
    local function before(a, b)
      local ra, rb = rank[type(a)] or 4, rank[type(b)] or 4
      if ra ~= rb then return ra < rb end
      if ra <= 2 then return a < b end
      if ra == 3 then return a and not b end
      return type(a) < type(b)
    end

    local render

    local function render_table(value, state, depth, indent)
      if state.above[value] then return "<a table around it>" end
      if next(value) == nil then return "{}" end
      if depth >= DEPTH then return "{" .. CUT .. "}" end
      state.above[value] = true
      local parts, count, hidden = {}, 0, 0
      local function add(lead, item)
        if count >= ITEMS or state.count >= TOTAL then hidden = hidden + 1 return end
        count, state.count = count + 1, state.count + 1
        parts[count] = lead .. render(item, state, depth + 1, indent .. "  ")
      end
      local length = 0
      while rawget(value, length + 1) ~= nil do
        length = length + 1
        add("", rawget(value, length))
      end
      local keys, kept = {}, 0
      for key in next, value do
        if not (math_type(key) == "integer" and key >= 1 and key <= length) then
          kept = kept + 1
          keys[kept] = key
        end
      end
      sort(keys, before)
      for i = 1, kept do
        local key = keys[i]
        local lead = is_name(key) and key or "[" .. render(key, state, DEPTH, "") .. "]"
        add(lead .. " = ", rawget(value, key))
      end
      state.above[value] = nil
      if hidden > 0 then parts[count + 1] = CUT .. " " .. hidden .. " more" end
      local line = "{" .. concat(parts, ", ") .. "}"
      if #line + #indent <= WIDTH and not find(line, "\n", 1, true) then return line end
      return "{\n" .. indent .. "  " .. concat(parts, ",\n" .. indent .. "  ") .. "\n" .. indent .. "}"
    end

    function render(value, state, depth, indent)
      local kind = type(value)
      if kind == "string" then return quote(value) end
      if kind == "number" or kind == "boolean" or kind == "nil" then return tostring(value) end
      if kind == "table" then return render_table(value, state, depth, indent) end
      if kind == "thread" then return "coroutine" end
      local head, has_value, inner = describe(value)
      if not has_value then return head end
      return head .. " = " .. render(inner, state, depth, indent)
    end

    local function text(value) return render(value, { above = {}, count = 0 }, 0, "") end

    local function show(...)
      local count = select("#", ...)
      if count == 0 then return nil end
      local parts, is_long = {}, false
      for i = 1, count do
        parts[i] = text((select(i, ...)))
        if find(parts[i], "\n", 1, true) then is_long = true end
      end
      return concat(parts, is_long and "\n" or "\t")
    end

    local function evaluate(chunk) return show(chunk()) end

    -- The value that names lead to, one inside the other; only tables are looked into.
    local function reach(names)
      local value = globals
      for i = 1, #names do
        if type(value) ~= "table" then return nil end
        value = rawget(value, names[i])
      end
      return value
    end

    local function complete(sign, names, prefix)
      local value = reach(names)
      local found, count = {}, 0
      local function add(name)
        if type(name) == "string" and sub(name, 1, #prefix) == prefix then
          count = count + 1
          found[count] = name
        end
      end
      local function add_names(from, wanted)
        for key, item in next, from do
          if is_name(key) and (not wanted or type(item) == wanted) then add(key) end
        end
      end
      if type(value) == "table" and sign == "." then
        add_names(value)
        if #names == 0 then for word in next, keywords do add(word) end end
      elseif type(value) == "table" and sign == ":" then
        add_names(value, "function")
      elseif type(value) == "string" and sign == ":" then
        add_names(strings)
      elseif type(value) == "userdata" then
        local all = members(value, sign, prefix) or {}
        for i = 1, #all do add(all[i]) end
      end
      sort(found)
      return found
    end

    return evaluate, text, complete
    """#
}
