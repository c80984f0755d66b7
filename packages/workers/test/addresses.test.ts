// Goal: no address that is not certainly public passes. Method: examples of every range with its edges, and the
// ranges that Node's own block list knows, at random.

import { BlockList, isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAddress, whyForbidden } from '../src/addresses.ts'

describe('addresses', () => {
  it.each([
    ['0.0.0.0', 'this host'],
    ['0.255.255.255', 'this host'],
    ['10.0.0.1', 'private'],
    ['10.255.255.255', 'private'],
    ['100.64.0.1', 'carrier'],
    ['100.127.255.255', 'carrier'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['169.254.169.254', 'metadata'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.170', 'reserved'],
    ['192.168.1.1', 'private'],
    ['198.18.0.1', 'benchmarks'],
    ['198.19.255.255', 'benchmarks'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['::', 'this host'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback'],
    ['::ffff:127.0.0.1', 'disguise'],
    ['::ffff:7f00:1', 'disguise'],
    ['::ffff:8.8.8.8', 'disguise'],
    ['::127.0.0.1', 'disguise'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b:1::10.0.0.1', 'NAT64'],
    ['2002:7f00:1::', '6to4'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['100::1', 'reserved'],
    ['fc00::1', 'private'],
    ['fdff:ffff::1', 'private'],
    ['fe80::1', 'link-local'],
    ['fec0::1', 'private'],
    ['ff02::1', 'multicast'],
    ['fd00:ec2::254', 'private'],
  ])('%s is refused as %s', (address, what) => {
    expect(whyForbidden(address)).toContain(what)
  })

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '93.184.216.34', '2606:4700::1111'])(
    '%s is public',
    (address) => {
      expect(whyForbidden(address)).toBeUndefined()
    },
  )

  it.each([
    '127.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '127.0.0.1.',
    ' 127.0.0.1',
    '256.1.1.1',
    'fe80::1%eth0',
    '1::2::3',
    ':::',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8:9',
    '',
    'localhost',
  ])('%j is no address, hence forbidden', (text) => {
    expect(isAddress(text)).toBe(false)
    expect(whyForbidden(text)).toBe('not an address')
  })

  it('reads exactly what Node reads as an address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.ipV4Extended(), fc.string()), (text) => {
        expect(isAddress(text)).toBe(isIP(text) !== 0 && !text.includes('%'))
      }),
      { numRuns: 2000 },
    )
  })

  it('agrees with a block list of the same ranges on any address', () => {
    const list = new BlockList()
    for (const [address, bits] of [
      ['0.0.0.0', 8],
      ['10.0.0.0', 8],
      ['100.64.0.0', 10],
      ['127.0.0.0', 8],
      ['169.254.0.0', 16],
      ['172.16.0.0', 12],
      ['192.168.0.0', 16],
      ['198.18.0.0', 15],
      ['224.0.0.0', 3],
    ] as const)
      list.addSubnet(address, bits, 'ipv4')
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        if (list.check(address, 'ipv4')) expect(whyForbidden(address)).toBeDefined()
      }),
      { numRuns: 5000 },
    )
  })
})
