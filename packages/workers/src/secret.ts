// A secret: a text that shows itself nowhere. Printed, logged or put into JSON it reads [secret]; only the door out
// and the seal of the connections open it.

import { CallError } from './errors.ts'
import { SECRET_WORD_CHARS } from './limits.ts'

const HIDDEN = '[secret]'
// The hook of Node's inspect; its name is in the registry of symbols, so that nothing is imported.
const INSPECT: symbol = Symbol.for('nodejs.util.inspect.custom')

export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return HIDDEN
  }

  toJSON(): string {
    return HIDDEN
  }

  [INSPECT](): string {
    return HIDDEN
  }

  /** Only for `openSecret`, whose callers the tidy test allows by name. */
  static textOf(secret: Secret): string {
    return secret.#text
  }
}

/** The text of a secret, for the moment in which it is used. */
export function openSecret(secret: Secret): string {
  return Secret.textOf(secret)
}

/** A text in which neither these secrets nor their words can be read: of `Bearer abc…`, a provider repeats `abc…`. */
export function withoutSecrets(text: string, secrets: Iterable<Secret>): string {
  let shown = text
  for (const secret of secrets) {
    const hidden = Secret.textOf(secret)
    const words = hidden.split(/\s+/).filter((word) => word.length >= SECRET_WORD_CHARS)
    for (const part of [hidden, ...words]) if (part !== '') shown = shown.replaceAll(part, HIDDEN)
  }
  return shown
}

/** The same error, in which these secrets cannot be read. */
export function errorWithoutSecrets(error: CallError, secrets: Iterable<Secret>): CallError {
  const shown = withoutSecrets(error.message, secrets)
  if (shown === error.message) return error
  const { retryAfterMs } = error
  return new CallError(error.class, shown, retryAfterMs === undefined ? {} : { retryAfterMs })
}
