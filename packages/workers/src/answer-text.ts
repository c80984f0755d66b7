// The text of an answer: of the type that was asked for, and valid UTF-8.

import type { Destination } from './destinations.ts'
import { CallError } from './errors.ts'

/** Throws unless the content type is one of JSON. */
export function mustBeJson(to: Destination, type: string): void {
  const [kind = ''] = type.split(';')
  if (/^application\/([\w.-]+\+)?json$/i.test(kind.trim())) return
  throw new CallError(
    'answer',
    `${to.shown} answered with ${type === '' ? 'no content type' : kind}, not with JSON.`,
  )
}

export function textOf(to: Destination, body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new CallError('answer', `${to.shown} answered with what is no valid UTF-8.`)
  }
}
