// How far two doubles lie apart, counted in doubles between them.

const view = new DataView(new ArrayBuffer(8))

function rank(value: number): bigint {
  view.setFloat64(0, value)
  const bits = view.getBigInt64(0)
  return bits < 0n ? -(bits & 0x7fffffffffffffffn) : bits
}

export function ulpsApart(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Object.is(a, b) ? 0 : Number.POSITIVE_INFINITY
  const apart = rank(a) - rank(b)
  return Number(apart < 0n ? -apart : apart)
}
