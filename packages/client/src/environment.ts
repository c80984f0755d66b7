// The environment of a client: the network, time and chance. Each can be injected, so that tests need none
// of them.

export interface Environment {
  readonly fetch: typeof fetch
  now(): number
  random(): number
  /** A unique name. */
  uniqueId(): string
  /** Calls `fn` after `ms`, unless the returned function is called before. */
  after(ms: number, fn: () => void): () => void
}

/** The part of a WebSocket that is used, the browser's or that of the package ws. */
export interface LiveSocket {
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
  onerror: ((event: never) => void) | null
  send(text: string): void
  close(code?: number, reason?: string): void
}

export type LiveSocketClass = new (url: string) => LiveSocket

export const environment: Environment = {
  // Called as a plain function: browsers refuse fetch with another `this`.
  fetch: (input, init) => fetch(input, init),
  now: () => Date.now(),
  random: () => Math.random(),
  uniqueId: () => {
    // randomUUID is missing in pages that are not secure; getRandomValues is not.
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  },
  after: (ms, fn) => {
    const timer = setTimeout(fn, ms)
    return () => clearTimeout(timer)
  },
}

/** The WebSocket of the platform; Node 20 has none. */
export function globalSocket(): LiveSocketClass | undefined {
  return (globalThis as { readonly WebSocket?: LiveSocketClass }).WebSocket
}
