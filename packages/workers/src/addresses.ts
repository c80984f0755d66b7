// Internet addresses, and those a model may never reach (SSRF). Only certainly public ones are allowed: an
// unknown, reserved or wrapped address counts as forbidden.

type Range = readonly [address: string, bits: number, what: string]

const FORBIDDEN_V4: readonly Range[] = [
  ['0.0.0.0', 8, 'this host'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'shared by a carrier'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local, where machines keep their metadata'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'reserved'],
  ['192.0.2.0', 24, 'for documentation'],
  ['192.88.99.0', 24, 'a 6to4 relay'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'for benchmarks'],
  ['198.51.100.0', 24, 'for documentation'],
  ['203.0.113.0', 24, 'for documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved'],
]

// Only 2000::/3 is public at all. Inside it these are not, or carry another address.
const FORBIDDEN_V6: readonly Range[] = [
  ['2001::', 23, 'reserved for protocols such as Teredo'],
  ['2001:db8::', 32, 'for documentation'],
  ['2002::', 16, 'a 6to4 address'],
  ['3fff::', 20, 'for documentation'],
]

// Why an address outside 2000::/3 is refused, where there is more to say than that it is reserved.
const REASONS_V6: readonly Range[] = [
  ['::1', 128, 'loopback'],
  ['::', 128, 'this host'],
  ['::ffff:0:0', 96, 'an IPv4 address in disguise'],
  ['::', 96, 'an IPv4 address in disguise'],
  ['64:ff9b::', 16, 'an IPv4 address behind NAT64'],
  ['fc00::', 7, 'private'],
  ['fe80::', 10, 'link-local'],
  ['fec0::', 10, 'private'],
  ['ff00::', 8, 'multicast'],
]

/** Why no model may reach this address; undefined if it may. */
export function whyForbidden(address: string): string | undefined {
  const v4 = parseV4(address)
  if (v4 !== undefined) return reasonIn(FORBIDDEN_V4, v4, parseV4)
  const v6 = parseV6(address)
  if (v6 === undefined) return 'not an address'
  if ((v6[0]! & 0xe0) !== 0x20) return reasonIn(REASONS_V6, v6, parseV6) ?? 'reserved'
  return reasonIn(FORBIDDEN_V6, v6, parseV6)
}

/** True for an IPv4 address, or an IPv6 address without brackets. */
export function isAddress(text: string): boolean {
  return parseV4(text) !== undefined || parseV6(text) !== undefined
}

function reasonIn(
  ranges: readonly Range[],
  bytes: readonly number[],
  parse: (text: string) => number[] | undefined,
): string | undefined {
  for (const [address, bits, what] of ranges) {
    const first = parse(address)
    if (first !== undefined && samePrefix(first, bytes, bits)) return what
  }
  return undefined
}

function samePrefix(a: readonly number[], b: readonly number[], bits: number): boolean {
  for (let i = 0; i * 8 < bits; i++) {
    const mask = bits - i * 8 >= 8 ? 0xff : (0xff << (8 - (bits - i * 8))) & 0xff
    if ((a[i]! & mask) !== (b[i]! & mask)) return false
  }
  return true
}

/** Four decimal numbers, and no other spelling. */
function parseV4(text: string): number[] | undefined {
  const parts = text.split('.')
  if (parts.length !== 4) return undefined
  const bytes = parts.map((part) => (/^(0|[1-9]\d{0,2})$/.test(part) ? Number(part) : 256))
  return bytes.every((byte) => byte < 256) ? bytes : undefined
}

function parseV6(text: string): number[] | undefined {
  if (!/^[0-9a-fA-F:.]{2,45}$/.test(text)) return undefined
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const [head, tail] = halves.map(groupsOf)
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined
  const missing = 16 - head.length - (tail?.length ?? 0)
  if (halves.length === 1 ? missing !== 0 : missing < 2) return undefined
  return [...head, ...new Array<number>(missing).fill(0), ...(tail ?? [])]
}

/** The bytes of groups between colons; the last may be an IPv4 address. */
function groupsOf(text: string): number[] | undefined {
  if (text === '') return []
  const bytes: number[] = []
  const groups = text.split(':')
  for (const [i, group] of groups.entries()) {
    const v4 = i === groups.length - 1 ? parseV4(group) : undefined
    if (v4 !== undefined) bytes.push(...v4)
    else if (/^[0-9a-fA-F]{1,4}$/.test(group)) {
      const number = Number.parseInt(group, 16)
      bytes.push(number >> 8, number & 0xff)
    } else return undefined
  }
  return bytes
}
