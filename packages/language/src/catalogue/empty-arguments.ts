// An argument whose place is there but empty: `MATCH(x, list, )`. Most functions take what they take without it. In
// Excel the older ones take 0, FALSE or an empty text instead, where that is another thing.

type Empty = 0 | false | ''

interface EmptyFrom {
  /** The first place, from 0, where an empty argument has this value. */
  readonly from: number
  readonly is: Empty
}

function each(names: string, from: number, is: Empty): [string, EmptyFrom][] {
  return names.split(' ').map((name) => [name, { from, is }])
}

const emptyFrom: ReadonlyMap<string, EmptyFrom> = new Map([
  ...each('AND OR XOR', 0, false),
  ...each('AVERAGE AVERAGEA COUNT COUNTA MAX MAXA MEDIAN MIN MINA PRODUCT', 0, 0),
  ...each('STDEV STDEV.P STDEV.S STDEVA STDEVP STDEVPA', 0, 0),
  ...each('VAR VAR.P VAR.S VARA VARP VARPA', 0, 0),
  ...each('DOLLAR FIXED LEFT LOG NPV RIGHT WEEKDAY', 1, 0),
  ...each('FIND MATCH SEARCH', 2, 0),
  ...each('SUBSTITUTE', 3, 0),
  ...each('HLOOKUP VLOOKUP', 3, false),
  ...each('TEXTJOIN', 2, ''),
])

/** Undefined where an empty argument is as one that was left out. */
export function emptyArgument(name: string, place: number): Empty | undefined {
  const found = emptyFrom.get(name)
  return found === undefined || place < found.from ? undefined : found.is
}
