// The functions that a worker can call, by name. A development server replaces those of the user while it runs.

import { catalogue, type Signature } from '@cellwake/language'
import type { FunctionDefinition } from './define-function.ts'
import { WorkersError } from './errors.ts'

export class Functions {
  #byName: ReadonlyMap<string, FunctionDefinition>
  readonly #listeners = new Set<() => void>()

  constructor(definitions: readonly FunctionDefinition[]) {
    this.#byName = byName(definitions)
  }

  get(name: string): FunctionDefinition | undefined {
    return this.#byName.get(name)
  }

  get all(): readonly FunctionDefinition[] {
    return [...this.#byName.values()]
  }

  get signatures(): readonly Signature[] {
    return this.all.map(({ signature }) => signature)
  }

  /** Calls that come later are answered by these. */
  replace(definitions: readonly FunctionDefinition[]): void {
    this.#byName = byName(definitions)
    for (const listener of this.#listeners) listener()
  }

  onReplace(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

function byName(definitions: readonly FunctionDefinition[]): Map<string, FunctionDefinition> {
  const found = new Map<string, FunctionDefinition>()
  for (const definition of definitions) {
    if (found.has(definition.name)) throw nameTaken(definition.name)
    mustNotBeOfTheLanguage(definition)
    found.set(definition.name, definition)
  }
  return found
}

/** Formulas compute the functions of the language themselves: another one of that name would never be called. */
function mustNotBeOfTheLanguage({ name }: FunctionDefinition): void {
  const known = catalogue.get(name)
  if (known !== undefined && known.external === undefined) throw nameTaken(name)
}

/** A function of the operator's own has a name that no other has, external ones included. */
export function mustBeNew({ name }: Pick<FunctionDefinition, 'name'>): void {
  if (catalogue.get(name) !== undefined) throw nameTaken(name)
}

function nameTaken(name: string): WorkersError {
  return new WorkersError(
    'bad-function',
    `There is already a function ${name}. Choose another name.`,
  )
}
