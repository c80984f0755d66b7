// The fix of a script that failed, as a hook: given the script and its failure, a fixer returns a new one or declines. A
// fix is a minor version, checked like any deploy, and may change neither topics nor schedules. It is activated only if the
// version that failed is still the active one, and it is asked for a bounded number of times in a row.

import { isObject } from './json.ts'
import type { Structure } from './structure.ts'

export interface FixRequest {
  readonly workflow: string
  readonly version: string
  readonly script: string
  readonly handler: string
  readonly error: string
  readonly location?: string
  /** Log lines of the failed run, oldest first. */
  readonly logs: readonly string[]
  /** The fixes before this one, with their comments. */
  readonly attempts: readonly { readonly version: string; readonly comment: string }[]
  readonly signal: AbortSignal
}

export type Fix =
  | { readonly script: string; readonly comment?: string }
  /** Why there is no fix. */
  | { readonly declined: string }

export type Fixer = (request: FixRequest) => Promise<Fix>

/** Why a fix may not be activated; undefined if it may. */
export function changedBeyondFix(before: Structure, after: Structure): string | undefined {
  const parts: readonly (keyof Structure)[] = ['name', 'topics', 'tools', 'connections']
  for (const part of parts) {
    if (JSON.stringify(before[part]) !== JSON.stringify(after[part])) return `it changes ${part}`
  }
  for (const kind of ['producers', 'consumers'] as const) {
    const names = new Set([...Object.keys(before[kind]), ...Object.keys(after[kind])])
    for (const name of names) {
      const [was, is] = [before[kind][name], after[kind][name]]
      if (JSON.stringify(was) !== JSON.stringify(is)) return `it changes ${kind}.${name}`
    }
  }
  return undefined
}

/** The part of `fetch` that is used. The network is injected. */
export type FetchLike = (
  url: string,
  init: {
    readonly method: 'POST'
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly signal: AbortSignal
  },
) => Promise<{ readonly ok: boolean; readonly status: number; text(): Promise<string> }>

async function postJson(
  fetch: FetchLike,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const all = { 'content-type': 'application/json', ...headers }
  const reply = await fetch(url, {
    method: 'POST',
    headers: all,
    body: JSON.stringify(body),
    signal,
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`the fixer answered ${reply.status}`)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('the fixer answered no JSON')
  }
}

function readFix(answer: unknown): Fix {
  const { script, comment, declined } = isObject(answer) ? answer : {}
  if (typeof script === 'string' && script !== '') {
    return { script, ...(typeof comment === 'string' && { comment }) }
  }
  return { declined: typeof declined === 'string' ? declined : 'the fixer gave no script' }
}

/** Posts the failure to an address, which answers `{ script, comment? }` or `{ declined }`. */
export function webhookFixer(options: {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch: FetchLike
}): Fixer {
  return async ({ signal, ...request }) =>
    readFix(await postJson(options.fetch, options.url, options.headers ?? {}, request, signal))
}

const TASK = `You repair workflow scripts. Answer with one JSON object and nothing else: {"script": "...", "comment": "..."}
with the whole corrected script and one sentence on what was wrong, or {"declined": "..."} with the reason if it cannot
be repaired. Change nothing but the mistake: topics, subscriptions, schedules, tools, message ids and the shape of
states and data stay as they are.`

/** Asks a chat model behind an OpenAI-compatible address. */
export function openAiFixer(options: {
  /** Up to and without `/chat/completions`. */
  readonly url: string
  /** Left out where the network that is handed in brings the credentials. */
  readonly key?: string
  readonly model: string
  readonly fetch: FetchLike
}): Fixer {
  return async ({ signal, ...request }) => {
    const messages = [
      { role: 'system', content: TASK },
      { role: 'user', content: JSON.stringify(request) },
    ]
    const body = { model: options.model, messages, response_format: { type: 'json_object' } }
    const headers = options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }
    const url = `${options.url.replace(/\/$/, '')}/chat/completions`
    const answer = await postJson(options.fetch, url, headers, body, signal)
    const choices = isObject(answer)
      ? (answer.choices as readonly unknown[] | undefined)
      : undefined
    const choice = Array.isArray(choices) ? choices[0] : undefined
    const message =
      isObject(choice) && isObject(choice.message) ? choice.message.content : undefined
    if (typeof message !== 'string') throw new Error('the model gave no answer')
    try {
      return readFix(JSON.parse(message))
    } catch {
      return { declined: 'the model gave no JSON' }
    }
  }
}
