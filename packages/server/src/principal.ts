// The principal of a request, and its permissions. A scope includes the ones below it; names are matched
// by patterns.

import type { Permission, Scope } from '@cellwake/client'

const order: readonly Scope[] = ['read', 'write', 'deploy', 'admin']

export type Thing = Exclude<Extract<Permission, { on: unknown }>['on'], 'server'>

export interface PrincipalFacts {
  /** Derived from its token, and unguessable: receipts and other state of a token are kept under it. */
  readonly id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  /** Patterns: `*` stands for any characters. */
  readonly models: readonly string[]
  readonly topics: readonly string[]
  readonly workflows: readonly string[]
  /** Whether models that it deploys may change something outside, though it is no admin. */
  readonly mutate?: boolean
  /** Access without tokens, on loopback. */
  readonly open: boolean
}

export class Principal {
  readonly id: string
  readonly name: string
  /** With the scopes that they include. */
  readonly scopes: readonly Scope[]
  readonly models: readonly string[]
  readonly topics: readonly string[]
  readonly workflows: readonly string[]
  /** Whether models that it deploys may change something outside. */
  readonly mayMutate: boolean
  readonly open: boolean
  readonly #patterns: Readonly<Record<Thing, Match>>

  constructor(facts: PrincipalFacts) {
    this.id = facts.id
    this.name = facts.name
    const highest = Math.max(-1, ...facts.scopes.map((scope) => order.indexOf(scope)))
    this.scopes = order.slice(0, highest + 1)
    this.models = facts.models
    this.topics = facts.topics
    this.workflows = facts.workflows
    this.mayMutate = facts.mutate === true || this.has('admin')
    this.open = facts.open
    this.#patterns = {
      model: matcher(facts.models),
      topic: matcher(facts.topics),
      workflow: matcher(facts.workflows),
    }
  }

  has(scope: Scope): boolean {
    return this.scopes.includes(scope)
  }

  reaches(thing: Thing, name: string): boolean {
    return this.#patterns[thing](name)
  }

  /** True if there is no name that it does not reach. */
  reachesEvery(thing: Thing): boolean {
    const named = { model: this.models, topic: this.topics, workflow: this.workflows }
    return named[thing].includes('*')
  }
}

/** Access without tokens. */
export const local = new Principal({
  id: 'local',
  name: 'local',
  scopes: ['admin'],
  models: ['*'],
  topics: ['*'],
  workflows: ['*'],
  open: true,
})

/** Anonymous requests where tokens are set: all of them together share the quota of one caller. */
export const stranger = new Principal({
  id: '',
  name: 'no token',
  scopes: [],
  models: [],
  topics: [],
  workflows: [],
  open: false,
})

type Match = (name: string) => boolean

function matcher(patterns: readonly string[]): Match {
  const matches = patterns.map((pattern) => {
    const [first = '', ...rest] = pattern.split('*')
    return (name: string) => matchesParts(name, first, rest)
  })
  return (name) => matches.some((match) => match(name))
}

/** The texts between the stars, each at its first place: time grows with the name alone. */
function matchesParts(name: string, first: string, rest: readonly string[]): boolean {
  const last = rest.at(-1)
  if (last === undefined) return name === first
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const part of rest.slice(0, -1)) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}
