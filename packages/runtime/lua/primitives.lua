-- The Lua half of src/primitives.ts: the same names and the same results. Text is UTF-8 and is counted,
-- cut and compared by code point; numbers are printed and read as JavaScript does.
--
-- It is the body of a module, run at its first use, because Redis has no globals while a library loads.

local byte, char, find, format = string.byte, string.char, string.find, string.format
local gsub, match, rep, sub = string.gsub, string.match, string.rep, string.sub
local abs, ceil, floor, huge, max, min = math.abs, math.ceil, math.floor, math.huge, math.max, math.min
local concat, maxn = table.concat, table.maxn

local primitives = {}

-- Budgets

--- As steps: as many as it takes.
primitives.UNLIMITED = huge

--- Steps before `burn` looks up: those that the evaluation has left, or those of the slice if it ends first. The
--- evaluation's other steps are behind that.
local fuel, behind = huge, 0
--- Steps of the slice when fuel was last measured out, and how much that was. Without a host no slice ends.
local slice, measured = huge, huge
local room = huge

--- Texts that were measured in this evaluation.
local memo = {}

--- What `burn` and `grow` raise. They are recognised by being these very tables.
primitives.OUT_OF_FUEL = { code = "too-much-work" }
primitives.OUT_OF_MEMORY = { code = "too-much-memory" }
--- What a coroutine yields at the end of a slice.
primitives.PAUSED = { code = "paused" }

local function measureOut(steps)
  if measured < huge then
    slice = slice - (measured - fuel)
  end
  fuel = min(steps, slice)
  behind = steps > fuel and steps - fuel or 0
  measured = fuel
end

--- Begins a slice, outside of any evaluation. Work that has used it up yields, from whatever depth, and goes on where it
--- stopped when it is resumed.
function primitives.beginSlice(steps)
  fuel, measured = huge, huge
  slice = steps
  measureOut(huge)
end

function primitives.refuel(steps)
  local left = fuel + behind
  measureOut(steps)
  room = steps < 2 ^ 30 and require("limits").EVALUATION_MAX_BYTES or huge
  if memo[1] ~= nil then
    memo = {}
  end
  return left
end

--- The evaluation is over, or only the slice: then others may run, each with a context of its own.
local function lookUp()
  local left = fuel + behind
  if left < 0 then
    error(primitives.OUT_OF_FUEL, 0)
  end
  local bytes, texts = room, memo
  local contexts = require("context")
  local context = contexts.context
  local nowMs, zone, zones, random = context.nowMs, context.zone, context.zones, context.random
  coroutine.yield(primitives.PAUSED)
  contexts.setContext({ nowMs = nowMs, zone = zone, zones = zones, random = random })
  room, memo = bytes, texts
  measureOut(left)
end

local function burn(steps)
  fuel = fuel - steps
  if fuel < 0 then
    lookUp()
  end
end
primitives.burn = burn

function primitives.breathe(steps)
  slice = slice - steps
  measureOut(fuel + behind)
  if slice < 0 then
    lookUp()
  end
end

local function grow(bytes)
  room = room - bytes
  if room < 0 then
    error(primitives.OUT_OF_MEMORY, 0)
  end
end
primitives.grow = grow

--- What is made once and serves every evaluation is at nobody's expense.
function primitives.unmetered(make)
  local left, bytes = fuel + behind, room
  measureOut(huge)
  room = huge
  local made = make()
  measureOut(left)
  room = bytes
  return made
end

-- Text. Work with it is charged by its units in UTF-16, as in JavaScript.

local SHORT_TEXT_UNITS = 256
local MARK_POINTS = 64
local REMEMBERED_TEXTS = 4
local SHORT_PART_UNITS = 64

local function isAscii(text)
  return find(text, "[\128-\255]") == nil
end

--- Every byte that does not continue a code point begins one.
local function pointsOf(text)
  local _, length = gsub(text, "[^\128-\191]", "")
  return length
end

--- Code points that take four bytes take two units.
local function unitsOf(text)
  if isAscii(text) then
    return #text
  end
  local _, wide = gsub(text, "[\240-\247]", "")
  return pointsOf(text) + wide
end

local function codePoints(text)
  burn(2 * unitsOf(text))
  local points = {}
  local count = 0
  local i = 1
  local size = #text
  while i <= size do
    local lead = byte(text, i)
    local point = lead
    if lead < 0x80 then
      i = i + 1
    elseif lead < 0xe0 then
      point = (lead - 0xc0) * 0x40 + byte(text, i + 1) - 0x80
      i = i + 2
    elseif lead < 0xf0 then
      local second, third = byte(text, i + 1, i + 2)
      point = (lead - 0xe0) * 0x1000 + (second - 0x80) * 0x40 + third - 0x80
      i = i + 3
    else
      local second, third, fourth = byte(text, i + 1, i + 3)
      point = (lead - 0xf0) * 0x40000 + (second - 0x80) * 0x1000 + (third - 0x80) * 0x40 + fourth - 0x80
      i = i + 4
    end
    count = count + 1
    points[count] = point
  end
  return points
end
primitives.codePoints = codePoints

local function encoded(point)
  if point < 0x80 then
    return char(point)
  end
  local last = 0x80 + point % 0x40
  local rest = floor(point / 0x40)
  if point < 0x800 then
    return char(0xc0 + rest, last)
  end
  local third = 0x80 + rest % 0x40
  rest = floor(rest / 0x40)
  if point < 0x10000 then
    return char(0xe0 + rest, third, last)
  end
  return char(0xf0 + floor(rest / 0x40), 0x80 + rest % 0x40, third, last)
end

function primitives.firstPoint(text)
  if text == "" then
    return -1
  end
  return codePoints(sub(text, 1, find(text .. "a", "[^\128-\191]", 2) - 1))[1]
end

function primitives.fromCodePoints(points)
  burn(2 * #points)
  grow(#points)
  local parts = {}
  for i = 1, #points do
    parts[i] = encoded(points[i])
  end
  return concat(parts)
end

--- How many bytes the code point at a byte has.
local function sizeAt(text, at)
  local lead = byte(text, at)
  return lead < 0x80 and 1 or lead < 0xe0 and 2 or lead < 0xf0 and 3 or 4
end

--- A text, its code points and units, and the byte where each 64th code point begins.
local function measure(text)
  local marks = {}
  local length = 0
  local at = 1
  while at <= #text do
    if length % MARK_POINTS == 0 then
      marks[#marks + 1] = at
    end
    at = at + sizeAt(text, at)
    length = length + 1
  end
  return { text = text, length = length, units = unitsOf(text), marks = marks, held = 0 }
end

--- A text that was measured in this evaluation. Nothing here goes over the text: equal texts are one in Lua.
local function remembered(text)
  for _, known in ipairs(memo) do
    if known.text == text then
      return known
    end
  end
  return nil
end

local function measured(text)
  local known = remembered(text)
  if known ~= nil then
    if known.held == 0 then
      burn(floor(known.units / 128))
    end
    return known
  end
  local units = unitsOf(text)
  if units <= SHORT_TEXT_UNITS then
    burn(floor(units / 8))
    return measure(text)
  end
  burn(floor(units / 4))
  local found = measure(text)
  if #memo == REMEMBERED_TEXTS then
    for i, known in ipairs(memo) do
      if known.held == 0 then
        table.remove(memo, i)
        break
      end
    end
  end
  if #memo < REMEMBERED_TEXTS then
    memo[#memo + 1] = found
  end
  return found
end

function primitives.holdText(text)
  if remembered(text) ~= nil or unitsOf(text) > SHORT_TEXT_UNITS then
    local known = measured(text)
    known.held = known.held + 1
  end
end

function primitives.releaseText(text)
  if remembered(text) ~= nil or unitsOf(text) > SHORT_TEXT_UNITS then
    local known = measured(text)
    known.held = known.held - 1
  end
end

--- The byte where a code point begins; one past the end if there are fewer.
local function byteAt(whole, point)
  if point >= whole.length then
    return #whole.text + 1
  end
  if whole.units > whole.length then
    burn(MARK_POINTS / 4)
  end
  local at = whole.marks[floor(point / MARK_POINTS) + 1]
  for _ = 1, point % MARK_POINTS do
    at = at + sizeAt(whole.text, at)
  end
  return at
end

--- How many code points begin before a byte.
local function pointsBefore(whole, at)
  if whole.length == #whole.text then
    return at - 1
  end
  local low, high = 1, #whole.marks
  while low < high do
    local middle = ceil((low + high) / 2)
    if whole.marks[middle] < at then
      low = middle
    else
      high = middle - 1
    end
  end
  return (low - 1) * MARK_POINTS + pointsOf(sub(whole.text, whole.marks[low], at - 1))
end

local function textLength(text)
  return measured(text).length
end
primitives.textLength = textLength

function primitives.textsFit(texts, most)
  local units = 0
  for _, text in ipairs(texts) do
    units = units + unitsOf(text)
  end
  if units <= most then
    return true
  end
  if units > 2 * most then
    return false
  end
  local points = 0
  for _, text in ipairs(texts) do
    points = points + textLength(text)
  end
  return points <= most
end

local function joinTexts(texts, separator)
  local units = unitsOf(separator) * max(#texts - 1, 0)
  for _, text in ipairs(texts) do
    units = units + unitsOf(text)
  end
  burn(2 * #texts + floor(units / 16))
  grow(units)
  return concat(texts, separator)
end
primitives.joinTexts = joinTexts

function primitives.sameText(a, b)
  local units = unitsOf(a)
  if units == unitsOf(b) then
    burn(floor(units / 64))
  end
  return a == b
end

--- A bound of a slice as JavaScript takes it: whole, from the end if negative, inside the text.
local function bound(place, length)
  place = place < 0 and ceil(place) or floor(place)
  if place < 0 then
    return max(length + place, 0)
  end
  return min(place, length)
end

local function textSlice(text, from, to)
  local whole = measured(text)
  local first, last = bound(from, whole.length), bound(to, whole.length)
  if first >= last then
    return ""
  end
  local part = sub(text, byteAt(whole, first), byteAt(whole, last) - 1)
  local units = unitsOf(part)
  burn(floor(units / 16))
  grow(units)
  return part
end
primitives.textSlice = textSlice

--- What looking for a part takes, in so many units of a text.
local function searched(units, partUnits)
  if partUnits > SHORT_PART_UNITS then
    return 2 * units
  end
  return floor(units / (partUnits < 2 and 16 or 2))
end

function primitives.textFind(text, part, from)
  local whole = measured(text)
  local start = byteAt(whole, from)
  local at = find(text, part, start, true)
  local partUnits = unitsOf(part)
  burn(searched(unitsOf(sub(text, start, (at or #text + 1) - 1)) + partUnits, partUnits))
  if at == nil then
    return -1
  end
  return pointsBefore(whole, at)
end

local function textSplit(text, separator)
  local parts = {}
  local count = 0
  local units = unitsOf(text)
  if separator == "" then
    burn(4 * units)
    grow(16 * units)
    local at = 1
    while at <= #text do
      local size = sizeAt(text, at)
      count = count + 1
      parts[count] = sub(text, at, at + size - 1)
      at = at + size
    end
    return parts
  end
  grow(units)
  local separatorUnits = unitsOf(separator)
  local isLong = separatorUnits > SHORT_PART_UNITS
  if not isLong then
    burn(separatorUnits < 2 and floor(units / 8) or units)
  end
  local start = 1
  repeat
    local at, last = find(text, separator, start, true)
    if isLong then
      burn(searched(unitsOf(sub(text, start, (at or #text + 1) - 1)) + separatorUnits, separatorUnits))
    end
    count = count + 1
    parts[count] = sub(text, start, (at or #text + 1) - 1)
    start = (last or 0) + 1
  until at == nil
  burn(5 * count)
  grow(16 * count)
  return parts
end
primitives.textSplit = textSplit

function primitives.textReplaceAll(text, part, by)
  if part == "" then
    return text
  end
  return joinTexts(textSplit(text, part), by)
end

--- How many bytes two texts begin with alike, from the start of a code point on.
local function alike(a, b)
  local same = 0
  while same < min(#a, #b) and byte(a, same + 1) == byte(b, same + 1) do
    same = same + 1
  end
  -- Units are equal only where whole code points are, but for the first half of a pair.
  local start = same
  while start > 0 and start < max(#a, #b) do
    local next = byte(a, start + 1) or byte(b, start + 1)
    if next < 0x80 or next >= 0xc0 then
      break
    end
    start = start - 1
  end
  return same, start
end

--- The first unit of a code point that takes two.
local function leadOf(text, at)
  if at > #text or byte(text, at) < 0xf0 then
    return nil
  end
  return floor((codePoints(sub(text, at, at + 3))[1] - 0x10000) / 0x400)
end

--- Bytes of UTF-8 are in the order of code points. Lua's own `<` would ask the machine's locale.
function primitives.compareCodePoints(a, b)
  local same, start = alike(a, b)
  local units = unitsOf(sub(a, 1, start))
  local left = fuel + behind
  local lead = leadOf(a, start + 1)
  if lead ~= nil and lead == leadOf(b, start + 1) then
    units = units + 1
  end
  measureOut(left)
  burn(floor(units / 4))
  if same == min(#a, #b) then
    return #a == #b and 0 or #a > #b and 1 or -1
  end
  return byte(a, same + 1) > byte(b, same + 1) and 1 or -1
end

local function lowerByte(value)
  return value >= 65 and value <= 90 and value + 32 or value
end

function primitives.compareAscii(a, b)
  local order = 0
  local i = 0
  local length = min(#a, #b)
  while i < length and order == 0 do
    i = i + 1
    local x, y = byte(a, i), byte(b, i)
    if x >= 128 or y >= 128 then
      order = 2
    elseif x ~= y then
      local difference = lowerByte(x) - lowerByte(y)
      if difference ~= 0 then
        order = difference > 0 and 1 or -1
      end
    end
  end
  burn(floor(i / 4))
  if order ~= 0 or #a == #b then
    return order
  end
  return #a > #b and 1 or -1
end

--- The text with some letters moved by so much; nil if it is not ASCII.
local function moved(text, letters, by)
  local at = find(text, "[\128-\255]")
  burn(2 + floor(((at or #text + 1) - 1) / 4))
  if at ~= nil then
    return nil
  end
  return (gsub(text, letters, function(letter)
    return char(byte(letter) + by)
  end))
end

function primitives.lowerAscii(text)
  return moved(text, "[A-Z]", 32)
end

function primitives.upperAscii(text)
  return moved(text, "[a-z]", -32)
end

local spaces = {}
for _, point in ipairs({ 9, 10, 11, 12, 13, 32, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff }) do
  spaces[encoded(point)] = true
end
for point = 0x2000, 0x200a do
  spaces[encoded(point)] = true
end

local function trimmed(text)
  local first, last = 1, #text
  local function skipped(from, to)
    return from >= first and to <= last and spaces[sub(text, from, to)] == true
  end
  local size = 1
  while size <= 3 do
    if skipped(first, first + size - 1) then
      first = first + size
      size = 1
    else
      size = size + 1
    end
  end
  size = 1
  while size <= 3 do
    if skipped(last - size + 1, last) then
      last = last - size
      size = 1
    else
      size = size + 1
    end
  end
  return sub(text, first, last)
end

function primitives.textTrim(text)
  local found = trimmed(text)
  burn(floor((unitsOf(text) - unitsOf(found)) / 4))
  return found
end

function primitives.repeatText(text, times)
  local units = unitsOf(text) * times
  burn(floor(units / 16))
  grow(units)
  return rep(text, times)
end

-- Numbers

--- The digits and the exponent that C prints with so many decimals.
local function printed(value, decimals)
  local text = format("%." .. decimals .. "e", value)
  local at = find(text, "e", 1, true)
  return sub(text, 1, 1) .. sub(text, 3, at - 1), tonumber(sub(text, at + 1))
end

--- One more in the last place.
local function increased(digits, exponent)
  local at = #digits
  while at > 0 and byte(digits, at) == 57 do
    at = at - 1
  end
  if at == 0 then
    return "1" .. rep("0", #digits - 1), exponent + 1
  end
  return sub(digits, 1, at - 1) .. char(byte(digits, at) + 1) .. rep("0", #digits - at), exponent
end

--- C rounds a half to even, so the rounding is done here, on digits that are exact where it matters:
--- 41 of them tell on which side of a half a number is, unless they show a half.
function primitives.decimalDigits(value, count)
  burn(require("limits").DIGITS_STEPS)
  local size = abs(value)
  local digits, exponent = printed(size, max(40, count))
  if find(sub(digits, count + 1), "^50*$") then
    digits, exponent = printed(size, 99)
  end
  local kept = sub(digits, 1, count)
  if byte(digits, count + 1) >= 53 then
    kept, exponent = increased(kept, exponent)
  end
  return { digits = kept, exponent = exponent }
end

--- The fewest digits that read back as the same number, and of those the nearest to it.
local function shortestDigits(value)
  -- 15 digits survive a number in full; only the smallest numbers have fewer than that in them.
  for decimals = (value < 2.3e-308 and 0 or 14), 16 do
    local digits, exponent = printed(value, decimals)
    local tail = "e" .. (exponent - decimals)
    if tonumber(digits .. tail) == value then
      return digits, exponent
    end
    -- Above a power of two there is twice as much room as below: the next one up may fit.
    local above, carried = increased(digits, exponent)
    if tonumber(above .. "e" .. (carried - decimals)) == value then
      return above, carried
    end
  end
end

local function shortestNumber(value)
  if value ~= value then
    return "NaN"
  end
  if value == huge then
    return "Infinity"
  end
  if value < 0 then
    return "-" .. shortestNumber(-value)
  end
  if value < 1e15 and floor(value) == value then
    -- Adding 0 turns -0 into 0.
    return format("%.0f", value + 0)
  end
  local digits, exponent = shortestDigits(value)
  digits = match(digits, "^(.-)0*$")
  local count = #digits
  if exponent >= 21 or exponent < -6 then
    local mantissa = count == 1 and digits or sub(digits, 1, 1) .. "." .. sub(digits, 2)
    return mantissa .. "e" .. (exponent < 0 and "-" or "+") .. format("%.0f", abs(exponent))
  end
  if exponent < 0 then
    return "0." .. rep("0", -exponent - 1) .. digits
  end
  if count <= exponent + 1 then
    return digits .. rep("0", exponent + 1 - count)
  end
  return sub(digits, 1, exponent + 1) .. "." .. sub(digits, exponent + 2)
end

function primitives.shortestNumber(value)
  local limits = require("limits")
  burn(floor(value) == value and limits.NUMBER_TEXT_STEPS or limits.DIGITS_STEPS)
  return shortestNumber(value)
end

function primitives.parseDecimal(text)
  burn(require("limits").READ_STEPS + floor(unitsOf(text) / 4))
  local whole, rest = match(text, "^[+-]?(%d*)(.*)$")
  local fraction = ""
  if byte(rest, 1) == 46 then
    fraction, rest = match(rest, "^%.(%d*)(.*)$")
  end
  local readable = whole ~= "" or fraction ~= ""
  if not readable or (rest ~= "" and not find(rest, "^[eE][+-]?%d+$")) then
    return 0 / 0
  end
  return tonumber(text)
end

--- What a template of the library makes of a value. Lua's own gives numbers 14 digits.
function primitives.tostring(value)
  if type(value) == "number" then
    return shortestNumber(value)
  end
  return tostring(value)
end

--- What is not a number wins, and 0 is above -0: Lua's own depend on the order of their arguments.
local function larger(a, b, ...)
  if b == nil then
    return a
  end
  local found = a > b and a or b
  if a ~= a or b ~= b or a == 0 and b == 0 then
    found = a + b
  end
  return larger(found, ...)
end

local function smaller(a, b, ...)
  if b == nil then
    return a
  end
  local found = a < b and a or b
  if a ~= a or b ~= b or a == 0 and b == 0 then
    found = -(-a - b)
  end
  return smaller(found, ...)
end

--- The `math` that the library sees.
primitives.math = {
  abs = abs,
  ceil = ceil,
  floor = floor,
  huge = huge,
  max = larger,
  min = smaller,
  pi = math.pi,
  sqrt = math.sqrt,
}

-- Lists

-- Running

--- A form of its own, since there is no null.
function primitives.isLeftOut(expr)
  return type(expr) == "table" and expr[1] == "none"
end

--- Whoever evaluates begins at 0 again: what ends an evaluation ends all of it.
function primitives.runDeeper(depth, levels, fn)
  depth.calls = depth.calls + 1
  depth.levels = depth.levels + levels
  local value = fn()
  depth.calls = depth.calls - 1
  depth.levels = depth.levels - levels
  return value
end

function primitives.unwind(by)
  error(by, 0)
end

local function runEach(fn)
  while true do
    fn = coroutine.yield(fn())
  end
end

--- Runs one function after the other; nil while one is under way, or when one has failed.
local runner

--- A coroutine, since nothing yields through `pcall`.
function primitives.attempt(fn)
  local thread = runner or coroutine.create(runEach)
  runner = nil
  local ok, value = coroutine.resume(thread, fn)
  while ok and value == primitives.PAUSED do
    coroutine.yield(value)
    ok, value = coroutine.resume(thread)
  end
  if ok then
    runner = thread
    return { value = value }
  end
  return { by = value }
end

local MESSAGES = {
  ["too-much-work"] = "too much work: the formula took too many steps. Let it go over less, or split it up",
  ["too-much-memory"] = "too much memory: the formula made too many texts and arrays. Let it go over less, or split it up",
}

function primitives.budgetMessage(by)
  if by == primitives.OUT_OF_FUEL or by == primitives.OUT_OF_MEMORY then
    return MESSAGES[by.code]
  end
  if type(by) == "string" and find(by, "stack overflow", 1, true) then
    return "the formula is too deep or too large"
  end
  return nil
end

--- The length operator may stop at any gap.
function primitives.argCount(args)
  return maxn(args)
end

local function sortSteps(count)
  local steps = 1
  local n = count
  while n > 1 do
    n = n / 2
    steps = steps + 1
  end
  return count * steps
end
primitives.sortSteps = sortSteps

--- A merge sort: `table.sort` is not stable.
local function sortStably(items, compare)
  local count = #items
  local from, to = {}, {}
  for i = 1, count do
    from[i] = items[i]
  end
  local width = 1
  while width < count do
    local start = 1
    while start <= count do
      local left, middle = start, min(start + width, count + 1)
      local right, last = middle, min(start + 2 * width, count + 1)
      for i = start, last - 1 do
        if left < middle and (right >= last or not (compare(from[left], from[right]) > 0)) then
          to[i] = from[left]
          left = left + 1
        else
          to[i] = from[right]
          right = right + 1
        end
      end
      start = last
    end
    from, to = to, from
    width = 2 * width
  end
  return from
end
primitives.sortStably = sortStably

function primitives.orderOfNumbers(numbers)
  burn(require("limits").ORDER_STEPS * #numbers)
  local places = {}
  for i = 1, #numbers do
    places[i] = i - 1
  end
  return sortStably(places, function(a, b)
    return numbers[a + 1] - numbers[b + 1]
  end)
end

return primitives
