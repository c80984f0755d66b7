// Events as people read them: `margin_floor("LD-60", 2)` for what a rule published, plain JSON for the rest.

import type { Json } from '@cellwake/client'

export function eventText(payload: Json): string {
  if (isRulePayload(payload)) return `${payload.event}(${payload.args.map(argText).join(', ')})`
  return JSON.stringify(payload)
}

/** Who published it, if a rule did: ids of such events are `model/rule/…`, and no other id holds a slash. */
export function publisherOf(messageId: string): { model: string; rule: string } | undefined {
  const [model, rule, ...rest] = messageId.split('/')
  if (model === undefined || rule === undefined || rest.length === 0) return undefined
  return { model, rule }
}

function isRulePayload(payload: Json): payload is { event: string; args: Json[] } {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return false
  const { event, args } = payload as Record<string, Json>
  return typeof event === 'string' && Array.isArray(args)
}

function argText(value: Json): string {
  return typeof value === 'string' ? `"${value}"` : JSON.stringify(value)
}
