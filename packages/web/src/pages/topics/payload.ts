// Events as people read them: `margin_floor("LD-60", 2)` for events of rules, plain JSON for others.

import type { Json } from '@cellwake/client'
import { wrappedText } from '../../parts/format.ts'
import type { Zone } from '../../parts/zone.ts'

export function eventText(payload: Json, zone: Zone): string {
  if (isRulePayload(payload)) {
    const args = payload.args.map((value) => argText(value, zone))
    return `${payload.event}(${args.join(', ')})`
  }
  return JSON.stringify(payload)
}

/** The rule that published it, if any: ids of such events are `model/rule/…`, and no other id holds a slash. */
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

function argText(value: Json, zone: Zone): string {
  if (typeof value === 'string') return `"${value}"`
  return wrappedText(value, zone) ?? JSON.stringify(value)
}
