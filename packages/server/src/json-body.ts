// Bodies: JSON only, which no form of another page can send without being asked first; an empty one is an empty object.
// Keys that reach into prototypes are refused at any depth. Fastify's own check lets some of them through, so ours takes
// its place.

import type { FastifyInstance } from 'fastify'
import { ServerError } from './errors.ts'
import { JSON_DEPTH_LEVELS } from './limits.ts'

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
      if (text === '') return done(null, {})
      parse(request, String(text), (error, body) => {
        if (error !== null) return done(notJson(error))
        if (isTooDeep(body)) return done(tooDeep())
        const key = suspect.test(String(text)) ? forbiddenKey(body) : undefined
        return key === undefined ? done(null, body) : done(forbiddenKeyError(key))
      })
    },
  )
}

/** Whether lists and objects go deeper than anything here needs. The walk does not call itself. */
function isTooDeep(body: unknown): boolean {
  let level: object[] = isObject(body) ? [body] : []
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > JSON_DEPTH_LEVELS) return true
    const below: object[] = []
    for (const node of level)
      for (const inner of Object.values(node)) if (isObject(inner)) below.push(inner)
    level = below
  }
  return false
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
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

function tooDeep(): ServerError {
  const what = `The body has more than ${JSON_DEPTH_LEVELS} levels.`
  return new ServerError('bad-json', what)
}

function forbiddenKeyError(key: string): ServerError {
  return new ServerError('forbidden-key', `The key "${key}" is not allowed in JSON here.`)
}
