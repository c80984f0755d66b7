// Authentication: from a token to a principal. Whether access is open is decided once, at the start, so
// revoking the last token never opens the door.

import { createHash, timingSafeEqual } from 'node:crypto'
import { local, type Principal } from './principal.ts'
import { type KnownToken, knownTokens, type TokenConfig } from './tokens.ts'

export class Auth {
  /** True if access is open: no token is needed. */
  readonly open: boolean
  #tokens: readonly KnownToken[]
  readonly #listeners = new Set<(name: string) => void>()

  constructor(tokens: readonly TokenConfig[] = []) {
    this.#tokens = knownTokens(tokens)
    this.open = tokens.length === 0
  }

  /** The principal of an `Authorization` header; undefined if the token is unknown. */
  fromHeader(header: string | undefined): Principal | undefined {
    if (this.open) return local
    const token = /^Bearer +([\x21-\x7e]+)$/i.exec(header ?? '')?.[1]
    return token === undefined ? undefined : this.fromToken(token)
  }

  fromToken(token: string): Principal | undefined {
    if (this.open) return local
    const hash = createHash('sha256').update(token).digest()
    let found: Principal | undefined
    // Every token is compared, whole, in constant time (timing attacks).
    for (const known of this.#tokens) {
      if (timingSafeEqual(known.hash, hash)) found = known.principal
    }
    return found
  }

  /** True while the principal's token is good. */
  isValid(principal: Principal): boolean {
    return this.open || this.#tokens.some((known) => known.principal === principal)
  }

  /** Takes a name's tokens away at once; its live sessions are closed. False if it has none. */
  revoke(name: string): boolean {
    const kept = this.#tokens.filter(({ principal }) => principal.name !== name)
    const found = kept.length < this.#tokens.length
    this.#tokens = kept
    if (found) this.#tell(name)
    return found
  }

  /** Replaces the tokens. A session whose token is gone, or has other rights now, must authenticate again. */
  replace(tokens: readonly TokenConfig[]): void {
    const before = this.#tokens
    const next = knownTokens(tokens)
    // A token that is the same keeps its principal: its sessions go on.
    this.#tokens = next.map((token) => before.find((old) => same(old, token)) ?? token)
    const names = new Set(
      before.filter((old) => !this.#tokens.includes(old)).map(({ principal }) => principal.name),
    )
    for (const name of names) this.#tell(name)
  }

  /** Called with the principal's name whose sessions must end. See `isValid` for the exceptions. */
  onRevoked(fn: (name: string) => void): () => void {
    this.#listeners.add(fn)
    return () => this.#listeners.delete(fn)
  }

  #tell(name: string): void {
    for (const fn of [...this.#listeners]) fn(name)
  }
}

function same(a: KnownToken, b: KnownToken): boolean {
  const text = ({ principal }: KnownToken) => {
    const { name, scopes, models, topics, workflows, mayMutate } = principal
    return JSON.stringify([name, scopes, models, topics, workflows, mayMutate])
  }
  return a.hash.equals(b.hash) && text(a) === text(b)
}
