// Goal: whatever URL a model computes, nothing is ever connected that the operator did not allow. Method: over 120
// forms of URLs, names that lead inside, a name that changes its mind, and redirects, with listeners as witnesses.

import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failureOf, json, PUBLIC, provider, testEgress, testNetwork } from './support.ts'

let witness: Server
let port = 0
let connections = 0

beforeAll(async () => {
  witness = createServer((socket) => {
    connections++
    socket.on('error', () => {})
    socket.resume()
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1\r\n\r\n1')
  })
  // Every local address of both families.
  await new Promise<void>((resolve) => witness.listen(0, '::', resolve))
  const address = witness.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})

afterAll(() => new Promise<void>((resolve) => witness.close(() => resolve())))

/** Spellings of hosts that are, or lead to, what no model may reach. */
const hosts = [
  // Loopback, plain and odd.
  '127.0.0.1',
  '127.0.0.2',
  '127.255.255.254',
  '127.1',
  '127.0.1',
  '0177.0.0.1',
  '0177.0.0.01',
  '0x7f.0.0.1',
  '0x7f.1',
  '0x7F000001',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '127.0.0.1.',
  '127.000.000.001',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '127。0。0。1',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '127.0.0.1%00',
  '127.0.0.1%2f',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ｌｏｃａｌｈｏｓｔ',
  'loc%61lhost',
  'localhost.localdomain',
  'ip6-localhost',
  // This host.
  '0.0.0.0',
  '0',
  '0x0',
  '00',
  '0.0',
  '0.1.2.3',
  // Private and shared.
  '10.0.0.1',
  '10.1',
  '012.0.0.1',
  '0xa.0.0.1',
  '167772161',
  '172.16.0.1',
  '172.31.255.254',
  '0xac.16.0.1',
  '192.168.0.1',
  '192.168.1',
  '0xc0a80001',
  '3232235521',
  '100.64.0.1',
  '100.127.255.254',
  // Link-local and metadata.
  '169.254.169.254',
  '169.254.0.1',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '0xa9.0xfe.0xa9.0xfe',
  '169.16689662',
  'metadata.google.internal',
  'metadata',
  'instance-data',
  // Reserved, multicast, broadcast.
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  // IPv6.
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::0001]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::FFFF:127.0.0.1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[::ffff:0:127.0.0.1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[100::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fe80::1%25lo]',
  '[fe80::1%lo]',
  '[::1%lo]',
  '[fec0::1]',
  '[ff02::1]',
  '[::1',
  '::1',
  '[v1.fe80::1]',
  '[]',
  // Names that lead inside.
  'localtest.me',
  '127.0.0.1.nip.io',
  '10.0.0.1.nip.io',
  'a.b.c.localtest.me',
  'inside.example',
  'mixed.example',
  'mapped.example',
  'six.example',
  'linklocal.example',
  'metadata.example',
  'nat64.example',
  'sixtofour.example',
  'unspecified.example',
  'carrier.example',
  'nonsense.example',
  'nobody.example',
  // Only the host counts, not what follows it.
  'nobody.example#@127.0.0.1',
  'nobody.example/@127.0.0.1',
  'nobody.example?@127.0.0.1',
  // Dressed up.
  'public.example@127.0.0.1',
  'user:password@127.0.0.1',
  '@127.0.0.1',
  'public.example\\@127.0.0.1',
  'public.example%2f@127.0.0.1',
  'public.example:443@127.0.0.1',
  'xn--localhst-64a.example',
  'lоcalhost',
  'public..example',
  'public.example.',
  '.public.example',
  '*',
  ' 127.0.0.1',
  '127.0.0.1 ',
  '127.0.0.1\t',
  '127.0.0.1\r\nx: y',
  '127.0.0.1\n',
  '127.0.0.1\0',
  '\u2028127.0.0.1',
  '',
]

const names: Record<string, readonly string[]> = {
  localhost: ['127.0.0.1', '::1'],
  'localhost.localdomain': ['127.0.0.1'],
  'ip6-localhost': ['::1'],
  'metadata.google.internal': ['169.254.169.254'],
  metadata: ['169.254.169.254'],
  'instance-data': ['169.254.169.254'],
  'localtest.me': ['127.0.0.1'],
  'a.b.c.localtest.me': ['127.0.0.1'],
  '127.0.0.1.nip.io': ['127.0.0.1'],
  '10.0.0.1.nip.io': ['10.0.0.1'],
  'inside.example': ['192.168.0.7'],
  'mixed.example': [PUBLIC, '127.0.0.1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'six.example': ['::1'],
  'linklocal.example': ['fe80::1'],
  'metadata.example': ['169.254.169.254'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'sixtofour.example': ['2002:7f00:1::'],
  'unspecified.example': ['0.0.0.0'],
  'carrier.example': ['100.64.0.9'],
  'nonsense.example': ['localhost'],
  'xn--localhst-64a.example': ['127.0.0.1'],
}

/** Whole URLs that are not http at all, or not a URL. */
const urls = [
  'file:///etc/passwd',
  'ftp://127.0.0.1/x',
  'gopher://127.0.0.1:70/_x',
  'data:application/json,1',
  'javascript:1',
  'blob:http://127.0.0.1/x',
  'ws://127.0.0.1/',
  'unix:/var/run/docker.sock',
  'http+unix://%2Fvar%2Frun/x',
  'jar:http://127.0.0.1!/x',
  '//127.0.0.1/x',
  '/x',
  'http:127.0.0.1/x',
  'http:/127.0.0.1/x',
  'http:///127.0.0.1/x',
  'http:\\\\127.0.0.1\\x',
  'http://',
  'http:',
  'https:127.0.0.1',
  'HTTP:\\/127.0.0.1/',
  'http://127.0.0.1:99999/',
  'http://127.0.0.1:-1/',
  `http://${'a'.repeat(3000)}.example/`,
]

describe('URLs that a model computes', () => {
  it(`has over 120 forms to try: ${hosts.length + urls.length}`, () => {
    expect(hosts.length + urls.length).toBeGreaterThanOrEqual(120)
    expect(new Set(hosts).size).toBe(hosts.length)
  })

  it('none of them is connected, though every public host and this port are allowed', async () => {
    const network = testNetwork(names)
    const before = connections
    const scheme = (secure: string) => [`${secure}://*`, `${secure}://*:${port}`]
    const egress = testEgress({ network, allow: [...scheme('http'), ...scheme('https')] })
    for (const host of hosts) {
      for (const start of ['http://', 'https://', 'HTTP://']) {
        for (const url of [`${start}${host}:${port}/`, `${start}${host}/`]) {
          const failure = await failureOf(egress.request({ url }))
          // Only a name that nobody knows is a failure of the network.
          expect(failure.class, url).toBe(
            host.startsWith('nobody.example') ? 'transient' : 'refused',
          )
        }
      }
    }
    for (const url of urls)
      expect((await failureOf(egress.request({ url }))).class, url).toBe('refused')
    expect(network.dialled).toEqual([])
    expect(connections).toBe(before)
  })

  it('none of them is connected with the network of this machine either', async () => {
    const before = connections
    const egress = testEgress({ allow: ['http://*', `http://*:${port}`, `https://*:${port}`] })
    for (const host of hosts.filter(
      (name) => !/[a-z]\.|example|nip|local|meta|data|\bl/i.test(name),
    ))
      for (const start of ['http://', 'https://'])
        expect((await failureOf(egress.request({ url: `${start}${host}:${port}/` }))).class).toBe(
          'refused',
        )
    expect(connections).toBe(before)
    // The witness is awake: what the operator names is connected.
    const named = testEgress({ allow: [`http://127.0.0.1:${port}`] })
    expect((await named.request({ url: `http://127.0.0.1:${port}/` })).text).toBe('1')
    expect(connections).toBe(before + 1)
  })

  it('a name that leads elsewhere the second time is asked once, and the first address is the one used', async () => {
    let asked = 0
    const network = testNetwork({
      'rebinds.example': () => (asked++ === 0 ? [PUBLIC] : ['127.0.0.1']),
    })
    const egress = testEgress({ network, allow: [`http://*:${port}`] })
    const url = `http://rebinds.example:${port}/`
    const before = connections
    expect((await egress.request({ url })).text).toBe('1')
    expect(network.dialled).toEqual([PUBLIC])
    expect(network.asked).toEqual(['rebinds.example'])
    // The next call asks anew, and is refused.
    expect(await failureOf(egress.request({ url }))).toMatchObject({
      class: 'refused',
      message: expect.stringContaining('127.0.0.1'),
    })
    expect(network.dialled).toEqual([PUBLIC])
    expect(connections).toBe(before + 1)
  })

  it('a redirect to the inside is not followed, whatever it is spelled like', async () => {
    const targets = [
      `http://127.0.0.1:${port}/`,
      `http://0x7f.1:${port}/`,
      `//127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      `http://user@127.0.0.1:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'gopher://127.0.0.1/',
    ]
    let target = ''
    const outside = await provider((_request, response) => {
      response.writeHead(302, { location: target })
      response.end()
    })
    const network = testNetwork({ ...names, 'public.example': [PUBLIC] })
    const egress = testEgress({
      network,
      allow: [`http://*:${port}`, `http://*:${outside.port}`, 'http://*'],
    })
    const before = connections
    for (target of targets) {
      const failure = await failureOf(
        egress.request({ url: `http://public.example:${outside.port}/` }),
      )
      expect(failure.class, target).toBe('refused')
    }
    expect(new Set(network.dialled)).toEqual(new Set([PUBLIC]))
    expect(connections).toBe(before)
  })

  it('a redirect from a place that the operator named is a URL like any other', async () => {
    const named = await provider((request, response) => {
      if (request.url === '/here') json(response, 1)
      else
        response
          .writeHead(302, {
            location: request.url === '/in' ? '/here' : `http://127.0.0.1:${port}/`,
          })
          .end()
    })
    const egress = testEgress()
    const endpoint = { origin: named.url }
    expect((await egress.request({ url: `${named.url}/in`, endpoint })).text).toBe('1')
    const before = connections
    expect((await failureOf(egress.request({ url: `${named.url}/out`, endpoint }))).class).toBe(
      'refused',
    )
    expect(connections).toBe(before)
  })

  it('a host may be reached inside only if host and port are listed', async () => {
    const inside = await provider((_request, response) => json(response, 'inside'))
    const network = testNetwork({ 'desk.example': ['127.0.0.1'] })
    const url = `http://desk.example:${inside.port}/`
    for (const allow of [[`http://*:${inside.port}`], [`http://*.example:${inside.port}`]])
      expect(await failureOf(testEgress({ network, allow }).request({ url }))).toMatchObject({
        class: 'refused',
        message: expect.stringContaining(`"http://desk.example:${inside.port}"`),
      })
    const listed = testEgress({ network, allow: [`http://desk.example:${inside.port}`] })
    expect((await listed.request({ url })).text).toBe('"inside"')
  })

  it('nothing is taken from the environment: a proxy is not asked', async () => {
    const proxy = `http://127.0.0.1:${port}`
    const kept = { ...process.env }
    Object.assign(process.env, {
      HTTP_PROXY: proxy,
      http_proxy: proxy,
      ALL_PROXY: proxy,
      NODE_USE_ENV_PROXY: '1',
    })
    try {
      const outside = await provider((_request, response) => json(response, 2))
      const network = testNetwork({ 'public.example': [PUBLIC] })
      const egress = testEgress({ network, allow: [`http://*:${outside.port}`] })
      const before = connections
      expect((await egress.request({ url: `http://public.example:${outside.port}/` })).text).toBe(
        '2',
      )
      expect(connections).toBe(before)
    } finally {
      for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name]
    }
  })
})
