// Sockets to the outside. A name is resolved once, every address it leads to is checked unless the operator named the
// place, and the connection goes to an address that was checked, with TLS if it is to be secure.

import { lookup } from 'node:dns/promises'
import { createConnection, Socket } from 'node:net'
import { rootCertificates, connect as startTls } from 'node:tls'
import { isAddress, whyForbidden } from '../addresses.ts'
import type { Destination } from '../destinations.ts'
import { CallError } from '../errors.ts'
import { HOST_ADDRESSES } from '../limits.ts'

// Internal members are left out of the declarations: their types are Node's, which users of the library need not have.

/**
 * How names are found and sockets opened; a test may put another in its place.
 * @internal
 */
export interface Network {
  lookup(host: string): Promise<readonly string[]>
  connect(address: string, port: number): Socket
}

export type Place = Pick<Destination, 'host' | 'port' | 'secure' | 'mayBePrivate'>

/** @internal */
export class Dialer {
  readonly #authorities: readonly string[] | undefined
  readonly #network: Network

  constructor(ca: string | undefined, network: Network = realNetwork) {
    this.#authorities = ca === undefined ? undefined : [...rootCertificates, ca]
    this.#network = network
  }

  /** A socket to an address of the host that was checked, with TLS if the URL says so. */
  async dial(to: Place, signal: AbortSignal): Promise<Socket> {
    const addresses = await this.#addresses(to, signal)
    let failure: unknown
    for (const address of addresses.slice(0, HOST_ADDRESSES)) {
      try {
        const socket = await opened(this.#network.connect(address, to.port), 'connect', signal)
        return to.secure ? await this.#secured(socket, to, signal) : socket
      } catch (error) {
        if (signal.aborted) throw signal.reason
        failure = error
      }
    }
    throw failure
  }

  /** Resolved once. If any of them is forbidden, none is used: a name that leads to both is up to no good. */
  async #addresses(to: Place, signal: AbortSignal): Promise<readonly string[]> {
    const { host } = to
    const addresses = isAddress(host) ? [host] : await abortable(this.#network.lookup(host), signal)
    if (addresses.length === 0) throw new CallError('transient', `${host} has no address.`)
    for (const address of to.mayBePrivate ? [] : addresses) {
      const why = whyForbidden(address)
      if (why === undefined) continue
      const shown = host.includes(':') ? `[${host}]` : host
      const entry = `${to.secure ? 'https' : 'http'}://${shown}:${to.port}`
      throw new CallError(
        'refused',
        `${host} leads to ${address}, which models may not reach: it is ${why}. To allow it, add ${JSON.stringify(entry)}, with its port, to the setting outside.allow.`,
      )
    }
    return addresses
  }

  #secured(socket: Socket, { host }: Place, signal: AbortSignal): Promise<Socket> {
    const secured = startTls({
      socket,
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      // By its address a host is checked as well, but there is no name to ask for.
      ...(isAddress(host) ? { host } : { servername: host }),
      ...this.trust(),
    })
    return opened(secured, 'secureConnect', signal)
  }

  /** A socket that its user connects; it finds hosts as all others do. */
  laterSocket(): Socket {
    const socket = new Socket()
    const connect = socket.connect.bind(socket)
    const find = (host: string) => this.#network.lookup(host)
    return Object.assign(socket, {
      connect: (port: number, host: string) =>
        connect({
          port,
          host,
          lookup: (name, _options, found) => {
            find(name).then(
              (addresses) =>
                found(
                  null,
                  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
                ),
              (error) => found(error, []),
            )
          },
          autoSelectFamily: true,
        }),
    })
  }

  /** Additional certificate authorities, beside the usual ones. */
  trust(): { ca?: string[] } {
    return this.#authorities === undefined ? {} : { ca: [...this.#authorities] }
  }
}

/** A broken socket fails at its next use; the event itself is ignored. */
export const noError = () => {}

const realNetwork: Network = {
  lookup: async (host) =>
    (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
  connect: (host, port) => createConnection({ host, port }),
}

/** Resolves when the socket is open. One that is not is destroyed. */
function opened<S extends Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown) => {
      socket.off(event, onOpen)
      socket.off('error', settle)
      signal.removeEventListener('abort', onAbort)
      // Later errors are for the users of the socket, and must not end the process.
      socket.on('error', noError)
      if (error === undefined) resolve(socket)
      else {
        socket.destroy()
        reject(error)
      }
    }
    const onOpen = () => settle()
    const onAbort = () => settle(signal.reason)
    socket.once(event, onOpen)
    socket.once('error', settle)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
  })
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}
