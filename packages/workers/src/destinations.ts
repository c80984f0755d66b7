// Where calls may go. The operator lists the hosts that models may reach; an endpoint that the operator names in the
// configuration needs no entry and may be anywhere. An address is only taken as it is usually spelled: an odd
// spelling is how one address is passed off as another.

import { isAddress } from './addresses.ts'
import { CallError, WorkersError } from './errors.ts'
import { URL_LENGTH_CHARS } from './limits.ts'

/** One place that a call may go to. */
export interface Destination {
  readonly url: URL
  /** A name, or an address without brackets. */
  readonly host: string
  readonly port: number
  readonly secure: boolean
  /** Whether the operator named host and port: then it may be loopback or private. */
  readonly mayBePrivate: boolean
  /** The URL for people: without parts that may hold a secret. */
  readonly shown: string
}

interface Entry {
  readonly secure: boolean
  /** `*` for any, `*.example.com` for any below, or one host. */
  readonly host: string
  readonly port: number
  readonly namesPort: boolean
}

const ENTRY = /^(?:(https?):\/\/)?(\*|(?:\*\.)?[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i

/** The hosts that models may reach: `api.example.com`, `*.example.com`, `http://localhost:8080`, or `*`. */
export class AllowList {
  readonly #entries: readonly Entry[]

  constructor(entries: readonly string[]) {
    this.#entries = entries.map(entryOf)
  }

  /** Throws `refused` unless the list allows it. The address that the name leads to is checked later. */
  destination(text: string): Destination {
    const place = placeOf(text)
    const entry = this.#entries.find((one) => allows(one, place))
    if (entry === undefined) throw notListed(place)
    return { ...place, mayBePrivate: entry.namesPort && !entry.host.includes('*') }
  }
}

/** A place that the operator named in the configuration. */
export function namedDestination(text: string): Destination {
  return { ...placeOf(text), mayBePrivate: true }
}

type Place = Omit<Destination, 'mayBePrivate'>

const AUTHORITY = /^(https?):\/\/([a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?=[/?#]|$)/i

function placeOf(text: string): Place {
  if (typeof text !== 'string') throw new CallError('refused', 'A URL must be a text.')
  if (text.length > URL_LENGTH_CHARS)
    throw new CallError('refused', `A URL has at most ${URL_LENGTH_CHARS} characters.`)
  if (hasControls(text) || /[\s\\]/.test(text))
    throw new CallError('refused', 'A URL holds no spaces, backslashes or control characters.')
  const authority = AUTHORITY.exec(text)
  if (authority === null || !URL.canParse(text))
    throw new CallError(
      'refused',
      'A URL begins with https:// and a plain host, such as https://api.example.com/rates; it holds no user name or password.',
    )
  const url = new URL(text)
  const spelled = authority[2]!.toLowerCase()
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isOdd = spelled.startsWith('[') ? !isAddress(host) : spelled !== url.hostname
  if (isOdd || host.split('.').includes(''))
    throw new CallError('refused', `Spell the host as it is usually spelled, not as ${spelled}.`)
  const secure = url.protocol === 'https:'
  const shown = `${url.origin}${url.pathname}`
  return { url, host, port: Number(url.port) || (secure ? 443 : 80), secure, shown }
}

function hasControls(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x20 || code === 0x7f) return true
  }
  return false
}

function allows(entry: Entry, { host, port, secure }: Place): boolean {
  if (entry.secure !== secure || entry.port !== port) return false
  if (entry.host === host) return true
  // A pattern is for names: an address must be listed itself.
  if (isAddress(host)) return false
  return entry.host === '*' || (entry.host.startsWith('*.') && host.endsWith(entry.host.slice(1)))
}

function entryOf(text: string): Entry {
  const match = typeof text === 'string' ? ENTRY.exec(text) : null
  const port = Number(match?.[3] ?? 0)
  if (match === null || port > 65_535)
    throw new WorkersError(
      'bad-config',
      `outside.allow: ${JSON.stringify(text)} is no host. Write api.example.com, *.example.com, http://localhost:8080, or * for every public host.`,
    )
  const secure = match[1]?.toLowerCase() !== 'http'
  return {
    secure,
    host: match[2]!.toLowerCase().replace(/^\[|\]$/g, ''),
    port: port || (secure ? 443 : 80),
    namesPort: port > 0,
  }
}

function notListed({ url, host, secure }: Place): CallError {
  const usual = secure && url.port === ''
  const entry = usual ? host : url.origin
  return new CallError(
    'refused',
    `Models may not reach ${url.origin}. To allow it, add ${JSON.stringify(entry)} to the setting outside.allow.`,
  )
}
