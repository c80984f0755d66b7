// Every key that Cellwake has in a Redis. All of a model stand under one hash tag, so that a cluster keeps them on one
// node, where one call may change them together.

/** The keys that the data user may reach. */
export const KEY_PATTERN = '{m:*'

/** The ids of all models here. No model has an empty id. */
export const INDEX_KEY = '{m:}:models'

export interface ModelKeys {
  /** Where the model stands: its stamp, its newest commit, the digest of its program. */
  readonly head: string
  /** The newest state of each document. */
  readonly docs: string
  /** Rules: when they started, how far they have got, their edges and gates. */
  readonly rules: string
  /** Older states of documents and rules. */
  readonly past: string
  readonly commits: string
  /** When commits were made. */
  readonly times: string
  readonly receipts: string
  /** When receipts are over. */
  readonly due: string
  readonly leases: string
  readonly sessions: string
  /** The outbox: events and jobs for the store. */
  readonly outbox: string
  /** The source of the running version. */
  readonly program: string
}

export function keysOf(id: string): ModelKeys {
  const at = (name: string) => `{m:${id}}:${name}`
  return {
    head: at('head'),
    docs: at('docs'),
    rules: at('rule:scheduler'),
    past: at('past'),
    commits: at('commits'),
    times: at('times'),
    receipts: at('receipts'),
    due: at('receipts:due'),
    leases: at('leases'),
    sessions: at('sessions'),
    outbox: at('outbox'),
    program: at('program'),
  }
}
