// Reads the fields of a definition that somebody wrote: each has its form, and whatever has another is a problem with its
// place. What cannot be read is left out, so that all problems are found at once.

import type { Problem } from './errors.ts'
import { isObject } from './json.ts'
import { NAME_CHARS, TOPIC_CHARS } from './limits.ts'

export type Fields = Readonly<Record<string, unknown>>

export class FieldReader {
  readonly problems: Problem[] = []

  count(place: string, given: unknown): number | undefined {
    if (given === undefined) return undefined
    if (Number.isInteger(given) && Number(given) > 0) return Number(given)
    this.say('bad-number', place, 'it is a whole number, from 1')
    return undefined
  }

  names(place: string, names: unknown): string[] {
    if (!Array.isArray(names)) {
      this.say('not-a-list', place, 'it is a list of names')
      return []
    }
    const found: string[] = []
    names.forEach((name: unknown, index) => {
      const at = `${place}[${index}]`
      if (typeof name !== 'string' || name === '') this.say('not-a-name', at, 'it is a name')
      else if (found.includes(name)) this.say('name-twice', at, `${name} is there twice`)
      else found.push(name)
    })
    return found
  }

  name(place: string, name: unknown, form: RegExp): string {
    if (typeof name === 'string' && form.test(name) && name.length <= NAME_CHARS) return name
    this.say(
      'bad-name',
      place,
      `${shown(name)} is no name: letters, digits, - and _, up to ${NAME_CHARS}`,
    )
    return ''
  }

  topic(place: string, topic: string, form: RegExp): void {
    if (form.test(topic) && topic.length <= TOPIC_CHARS) return
    this.say(
      'bad-name',
      place,
      `${shown(topic)} is no topic: letters, digits, . : - and _, up to ${TOPIC_CHARS}`,
    )
  }

  text(place: string, text: unknown): string | undefined {
    if (text === undefined || typeof text === 'string') return text
    this.say('not-a-text', place, 'it is a text')
    return undefined
  }

  object(place: string, value: unknown): Fields {
    if (isObject(value)) return value
    this.say('not-an-object', place, 'it is an object')
    return {}
  }

  fields(place: string, value: unknown, known: readonly string[]): Fields {
    const fields = this.object(place, value)
    for (const key of Object.keys(fields)) {
      if (known.includes(key)) continue
      const at = place === 'workflow' ? key : `${place}.${key}`
      this.say('unknown-key', at, `it is not known here; known are ${known.join(', ')}`)
    }
    return fields
  }

  say(code: string, place: string, message: string): void {
    this.problems.push({ code, place, message: `${message}.` })
  }
}

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, NAME_CHARS) ?? String(value)
}
