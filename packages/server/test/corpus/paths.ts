// Addresses that try to leave where they belong: a hundred of them, made of ways to write "one up", of ways to
// begin, and of single oddities.

const ups = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '%252e%252e%252f',
  '%c0%ae%c0%ae/',
  '%uff0e%uff0e/',
  '....//',
  '..;/',
  '.%00./',
]

const starts = ['/', '/assets/', '/models/', '/api/', '/api/models/', '/api/topics/', '/static/']

const oddities = [
  '/C:/Windows/win.ini',
  '/C:%5cWindows%5cwin.ini',
  '/%00',
  '/index.html%00.png',
  '/assets/%0d%0aset-cookie:x=1',
  '/file:///etc/passwd',
  '//etc/passwd',
  '/.env',
  '/.git/config',
  '/package.json',
  '/../package.json',
  '/assets/..',
  '/assets/.',
  '/proc/self/environ',
  '/~root/.ssh/id_rsa',
  '/etc/passwd',
]

export const pathTricks: readonly string[] = [
  ...starts.flatMap((start) => ups.map((up) => `${start}${up.repeat(4)}etc/passwd`)),
  ...oddities,
]
