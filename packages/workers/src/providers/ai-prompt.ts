// AI_PROMPT: from any endpoint that speaks the chat completions of OpenAI. An answer is a text and nothing else: it is
// never interpreted as a formula, a URL or a query.

import type { AiConfig } from '../config.ts'
import { CallError } from '../errors.ts'
import type { Plain } from '../kinds.ts'
import { AI_CONCURRENCY } from '../limits.ts'
import {
  type BuiltIn,
  endpointOf,
  endpointText,
  jsonOf,
  type Outside,
  unconfigured,
} from './built-in.ts'

/** Options of a call that are sent as they are, with the kind that they must have. */
const OPTIONS: Readonly<Record<string, 'number' | 'string'>> = {
  model: 'string',
  temperature: 'number',
  top_p: 'number',
  max_tokens: 'number',
  max_completion_tokens: 'number',
  presence_penalty: 'number',
  frequency_penalty: 'number',
  seed: 'number',
  stop: 'string',
}

export function aiPrompt(config: AiConfig | undefined, outside: Outside): BuiltIn {
  if (config === undefined)
    return unconfigured(
      'AI_PROMPT',
      "outside.ai, such as ai: { connection: 'openai', model: 'gpt-4o-mini' }, with: cellwake connections add openai --url https://api.openai.com/v1 --token …",
    )
  return {
    concurrency: AI_CONCURRENCY,
    provider: () => `${config.model} at ${endpointText(config)}`,
    handler: async ([prompt, options], { signal, timeoutMs }) => {
      if (typeof prompt !== 'string' || prompt === '')
        throw new CallError('rejected', 'A prompt is a text that is not empty.')
      const { base, endpoint } = await endpointOf(config, outside.connections)
      const { text } = await outside.egress.request({
        method: 'POST',
        url: `${base}/chat/completions`,
        endpoint,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(requestOf(config.model, prompt, options ?? {})),
        accept: 'json',
        signal,
        totalMs: timeoutMs,
      })
      return contentOf(jsonOf(text, 'The AI'))
    },
    probe: async (signal) => {
      const { base, endpoint } = await endpointOf(config, outside.connections)
      await outside.egress.request({ url: `${base}/models`, endpoint, signal, accept: 'json' })
      return `${base} answers and takes the credentials.`
    },
  }
}

function requestOf(model: string, prompt: string, options: Plain): Record<string, unknown> {
  const { system, ...given } = Object(options) as Record<string, Plain>
  for (const [name, value] of Object.entries(given)) {
    const kind = OPTIONS[name]
    if (kind === undefined)
      throw new CallError(
        'rejected',
        `AI_PROMPT has no option ${name}. There are system, ${Object.keys(OPTIONS).join(', ')}.`,
      )
    if (typeof value !== kind)
      throw new CallError('rejected', `The option ${name} of AI_PROMPT is a ${kind}.`)
  }
  if (system !== undefined && typeof system !== 'string')
    throw new CallError('rejected', 'The option system of AI_PROMPT is a text.')
  const messages = [
    ...(system === undefined ? [] : [{ role: 'system', content: system }]),
    { role: 'user', content: prompt },
  ]
  return { model, ...given, messages }
}

function contentOf(answer: Plain): string {
  const { choices } = Object(answer) as { choices?: readonly unknown[] }
  const { message, finish_reason } = Object(choices?.[0]) as Record<string, unknown>
  const { content, refusal } = Object(message) as Record<string, unknown>
  if (typeof content === 'string') return content
  const why = typeof refusal === 'string' ? refusal : `it ended with ${String(finish_reason)}`
  throw new CallError('answer', `The AI answered with no text: ${why.slice(0, 200)}.`)
}
