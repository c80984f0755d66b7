// Which pages may talk to a server that asks for no token. A page of another origin must not, and a name
// that was made to point at this machine (DNS rebinding) is not one of ours. With tokens nothing here
// applies: a page does not have the token unless it was given it.

import { ServerError } from './errors.ts'

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])

export class Origins {
  readonly #hosts = new Set(loopbackNames)
  readonly #publicOrigin: string | undefined

  constructor(publicUrl?: string) {
    if (publicUrl === undefined) return
    const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol)) {
      throw new ServerError('bad-public-url', `"${publicUrl.slice(0, 200)}" is no public address.`)
    }
    this.#hosts.add(url.hostname.toLowerCase())
    this.#publicOrigin = url.origin
  }

  /** The address that the server listens on is one of its names. */
  listensOn(host: string): void {
    this.#hosts.add(host.includes(':') ? `[${host.toLowerCase()}]` : host.toLowerCase())
  }

  /** Whether a `Host` header names this server. */
  isOurHost(host: string | undefined): boolean {
    const url = parsed(`http://${host ?? ''}`)
    return url !== undefined && url.pathname === '/' && this.#hosts.has(url.hostname)
  }

  /** Whether a request, by its headers, comes from a page of this server, or from no page at all. */
  isOurPage(headers: {
    readonly origin?: string | undefined
    readonly host?: string | undefined
    readonly 'sec-fetch-site'?: string | string[] | undefined
  }): boolean {
    const site = headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
    if (headers.origin === undefined) return true
    if (headers.origin === this.#publicOrigin) return true
    const origin = parsed(headers.origin)
    const host = parsed(`http://${headers.host ?? ''}`)
    return (
      origin !== undefined &&
      host !== undefined &&
      origin.protocol === 'http:' &&
      origin.host === host.host &&
      this.isOurHost(headers.host)
    )
  }
}

/** True for addresses that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
