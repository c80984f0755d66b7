-- The Lua half of the comparison: functions that a test can name, and one text for each value. The other
-- half is canonical.ts and stand-ins.ts. `cellwake` is the library.

local primitives = cellwake("primitives")
local operators = cellwake("operators")
local context = cellwake("context").context
local callable = cellwake("call").callable
local functions = cellwake("library").functions

-- A literal would be shared with 0: Lua 5.1 keeps one constant for both.
local zero = tonumber("0")
NEGATIVE_ZERO = -zero

BLANK = cellwake("values").BLANK
OMITTED = cellwake("values").OMITTED
PENDING = cellwake("values").PENDING

local lambdas = {
  { call = function() return 7 end },
  { call = function(args) return operators.multiply(args[1], 2) end },
  { call = function(args) return operators.operators["+"](args[1], args[2]) end },
  { call = function(args) return operators.operators["&"](args[1], args[3]) end },
}

function LAMBDA(arity)
  return { k = 9, arity = arity, call = (lambdas[arity + 1] or lambdas[1]).call }
end

local function quoted(text)
  return '"' .. string.gsub(text, "[^%w ]", function(char)
    return string.format("\\%03d", string.byte(char))
  end) .. '"'
end

local shown

local function list(values)
  local parts = {}
  for i = 1, #values do
    parts[i] = shown(values[i])
  end
  return "[" .. table.concat(parts, ",") .. "]"
end

local function number(value)
  -- C prints the sign of what is not a number.
  if value ~= value then return "nan" end
  return string.format("%.17g", value)
end

local byKind = {
  function() return "blank" end,
  function(value) return "datetime(" .. number(value.ms) .. ")" end,
  function(value)
    return "duration(" .. number(value.months) .. "," .. number(value.days) .. "," .. number(value.ms) .. ")"
  end,
  function(value) return "schedule(" .. quoted(value.cron) .. ")" end,
  function(value)
    return "error(" .. quoted(value.code) .. "," .. quoted(value.message) .. "," .. quoted(value.origin) .. ")"
  end,
  function() return "pending" end,
  function(value)
    return "array(" .. number(value.rows) .. "," .. number(value.columns) .. ")" .. list(value.items)
  end,
  function(value) return "object" .. list(value.keys) .. list(value.values) end,
  function(value) return "lambda(" .. number(value.arity) .. ")" end,
  function(value)
    return "reference(" .. table.concat({
      number(value.sheet), number(value.column), number(value.row),
      number(value.lastColumn), number(value.lastRow),
    }, ",") .. ")"
  end,
}

function shown(value)
  if type(value) == "number" then return number(value) end
  if type(value) == "string" then return quoted(value) end
  if type(value) == "boolean" then return value and "true" or "false" end
  if type(value) ~= "table" then return "not a value: " .. tostring(value) end
  if value.digits ~= nil then return quoted(value.digits) .. "e" .. number(value.exponent) end
  if value.k == nil then return list(value) end
  return byKind[value.k](value)
end

local results = {}

function SETUP(nowMs, zones)
  context.nowMs = nowMs
  context.zones = zones
end

local function answer(fuel, fn, ...)
  local chance = 0
  context.random = function()
    chance = (chance * 5 + 3) % 64
    return chance / 64
  end
  primitives.refuel(fuel)
  local ok, result = pcall(fn, ...)
  if ok then return shown(result) end
  if result == primitives.OUT_OF_FUEL or result == primitives.OUT_OF_MEMORY then return result.code end
  return "failed: " .. tostring(result)
end

local callables = {}

--- What the catalogue says about a function.
function SIGNATURE(signature)
  callables[signature.name] = callable(signature, functions[signature.name])
end

--- A function of the library, as a formula would call it.
function CALL(fuel, name, args)
  results[#results + 1] = answer(fuel, callables[name], args)
end

--- Any function of any module.
function ASK(fuel, module, name, ...)
  local from = cellwake(module)
  results[#results + 1] = answer(fuel, from[name] or from.operators[name], ...)
end

function RESULTS()
  local all = table.concat(results, "\n")
  results = {}
  return all
end
