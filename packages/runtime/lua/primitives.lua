-- The Lua half of src/primitives.ts: the same names and the same results. Text is UTF-8 and is counted,
-- cut and compared by code point; numbers are printed and read as JavaScript does.
--
-- It is the body of a module, run at its first use, because Redis has no globals while a library loads.

local byte, char, find, format = string.byte, string.char, string.find, string.format
local gsub, match, rep, sub = string.gsub, string.match, string.rep, string.sub
local abs, ceil, floor, huge, max, min = math.abs, math.ceil, math.floor, math.huge, math.max, math.min
local concat, maxn = table.concat, table.maxn

local primitives = {}

-- Fuel

--- As steps: as many as it takes.
primitives.UNLIMITED = huge

local fuel = huge

--- What `burn` raises. It is recognised by being this very table.
primitives.OUT_OF_FUEL = { code = "out-of-fuel" }

function primitives.refuel(steps)
  local left = fuel
  fuel = steps
  return left
end

function primitives.burn(steps)
  fuel = fuel - steps
  if fuel < 0 then
    error(primitives.OUT_OF_FUEL, 0)
  end
end

-- Text

local function isAscii(text)
  return find(text, "[\128-\255]") == nil
end

--- Every byte that does not continue a code point begins one.
local function textLength(text)
  local _, length = gsub(text, "[^\128-\191]", "")
  return length
end
primitives.textLength = textLength

local function codePoints(text)
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

function primitives.fromCodePoints(points)
  local parts = {}
  for i = 1, #points do
    parts[i] = encoded(points[i])
  end
  return concat(parts)
end

--- The place of the byte where a code point begins, counted from 0; one past the end if there are fewer.
local function byteOf(text, point)
  local at = 1
  local size = #text
  while point > 0 and at <= size do
    local lead = byte(text, at)
    at = at + (lead < 0x80 and 1 or lead < 0xe0 and 2 or lead < 0xf0 and 3 or 4)
    point = point - 1
  end
  return at
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
  if isAscii(text) then
    return sub(text, bound(from, #text) + 1, bound(to, #text))
  end
  local length = textLength(text)
  local first, last = bound(from, length), bound(to, length)
  if first >= last then
    return ""
  end
  local start = byteOf(text, first)
  local rest = sub(text, start)
  return sub(rest, 1, byteOf(rest, last - first) - 1)
end
primitives.textSlice = textSlice

function primitives.textFind(text, part, from)
  local start = isAscii(text) and min(from, #text) + 1 or byteOf(text, from)
  local at = find(text, part, start, true)
  if at == nil then
    return -1
  end
  return textLength(sub(text, 1, at - 1))
end

local function textSplit(text, separator)
  local parts = {}
  local count = 0
  if separator == "" then
    for _, point in ipairs(codePoints(text)) do
      count = count + 1
      parts[count] = encoded(point)
    end
    return parts
  end
  local start = 1
  while true do
    local at, last = find(text, separator, start, true)
    count = count + 1
    if at == nil then
      parts[count] = sub(text, start)
      return parts
    end
    parts[count] = sub(text, start, at - 1)
    start = last + 1
  end
end
primitives.textSplit = textSplit

function primitives.textReplaceAll(text, part, by)
  if part == "" then
    return text
  end
  return concat(textSplit(text, part), by)
end

--- Bytes of UTF-8 are in the order of code points. Lua's own `<` would ask the machine's locale.
function primitives.compareCodePoints(a, b)
  if a == b then
    return 0
  end
  for i = 1, min(#a, #b) do
    local x, y = byte(a, i), byte(b, i)
    if x ~= y then
      return x > y and 1 or -1
    end
  end
  return #a > #b and 1 or -1
end

local spaces = {}
for _, point in ipairs({ 9, 10, 11, 12, 13, 32, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff }) do
  spaces[encoded(point)] = true
end
for point = 0x2000, 0x200a do
  spaces[encoded(point)] = true
end

function primitives.textTrim(text)
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

function primitives.repeatText(text, times)
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
primitives.shortestNumber = shortestNumber

function primitives.parseDecimal(text)
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

--- The length operator may stop at any gap.
function primitives.argCount(args)
  return maxn(args)
end

--- A merge sort: `table.sort` is not stable.
function primitives.sortStably(items, compare)
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

return primitives
