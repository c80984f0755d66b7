// Bodies: JSON only, which no form of another page can send without being asked first. Keys that reach into
// prototypes are refused at any depth. Fastify's own check lets some of them through, so ours takes its place.

import type { FastifyInstance } from 'fastify'
import { ServerError } from './errors.ts'

const forbidden = ['__proto__', 'constructor', 'prototype']
// Any escape may spell one of them.
const suspect = /proto|constructor|\\u00/

export function parseJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    function parseBody(request, text, done) {
      parse(request, String(text), (error, body) => {
        if (error !== null) return done(notJson(error))
        const key = suspect.test(String(text)) ? forbiddenKey(body) : undefined
        return key === undefined ? done(null, body) : done(forbiddenKeyError(key))
      })
    },
  )
}

/** The first key that may not be used; the walk does not call itself, so depth costs no stack. */
export function forbiddenKey(value: unknown): string | undefined {
  const left: unknown[] = [value]
  while (left.length > 0) {
    const node = left.pop()
    if (typeof node !== 'object' || node === null) continue
    for (const key of forbidden) if (Object.hasOwn(node, key)) return key
    for (const inner of Object.values(node)) left.push(inner)
  }
  return undefined
}

function notJson(cause: Error): ServerError {
  return new ServerError('bad-json', 'The body is not JSON.', { cause })
}

function forbiddenKeyError(key: string): ServerError {
  return new ServerError('forbidden-key', `The key "${key}" is not allowed in JSON here.`)
}
