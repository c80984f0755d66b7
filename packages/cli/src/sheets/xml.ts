// A small reader for the XML of a workbook, which may come from anyone. It knows elements, attributes and
// text. A document type is refused, so nothing expands; comments and instructions are passed over.

import { CliError } from '../errors.ts'
import { XML_MAX_DEPTH } from '../limits.ts'

export interface XmlHandler {
  /** `name` is without its prefix. */
  open(name: string, attributes: Readonly<Record<string, string>>): void
  close(name: string): void
  text(text: string): void
}

/** `what` names the part in an error. */
export function readXml(xml: string, what: string, handler: XmlHandler): void {
  const stack: string[] = []
  let at = 0
  while (at < xml.length) {
    const start = xml.indexOf('<', at)
    const text = xml.slice(at, start < 0 ? xml.length : start)
    if (text !== '' && stack.length > 0) handler.text(decoded(text, what))
    if (start < 0) break
    at = element(xml, start, what, stack, handler)
  }
  if (stack.length > 0) throw malformed(what)
}

/** Parses the element at `start`, and gives the place behind it. */
function element(
  xml: string,
  start: number,
  what: string,
  stack: string[],
  handler: XmlHandler,
): number {
  if (xml.startsWith('<!--', start)) return behind(xml, '-->', start + 4, what)
  if (xml.startsWith('<?', start)) return behind(xml, '?>', start + 2, what)
  if (xml.startsWith('<![CDATA[', start)) {
    const end = behind(xml, ']]>', start + 9, what)
    handler.text(xml.slice(start + 9, end - 3))
    return end
  }
  if (xml.startsWith('<!', start)) {
    throw new CliError('bad-file', `${what} has a document type, which workbooks do not have.`)
  }
  const end = tagEnd(xml, start, what)
  if (xml[start + 1] === '/') {
    const name = local(xml.slice(start + 2, end).trim())
    if (stack.pop() !== name) throw malformed(what)
    handler.close(name)
    return end + 1
  }
  const empty = xml[end - 1] === '/'
  const body = xml.slice(start + 1, empty ? end - 1 : end)
  const name = local(/^[^\s]*/.exec(body)?.[0] ?? '')
  if (name === '') throw malformed(what)
  handler.open(name, attributesIn(body, what))
  if (empty) handler.close(name)
  else if (stack.push(name) > XML_MAX_DEPTH) throw malformed(what)
  return end + 1
}

/** A `>` inside quotes does not end a tag. */
function tagEnd(xml: string, start: number, what: string): number {
  let quote = ''
  for (let i = start + 1; i < xml.length; i++) {
    const character = xml[i]!
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return i
  }
  throw malformed(what)
}

function attributesIn(body: string, what: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null)
  for (const [, name = '', double, single] of body.matchAll(
    /\s([^\s="']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  )) {
    found[local(name)] = decoded(double ?? single ?? '', what)
  }
  return found
}

function behind(xml: string, mark: string, from: number, what: string): number {
  const end = xml.indexOf(mark, from)
  if (end < 0) throw malformed(what)
  return end + mark.length
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

function decoded(text: string, what: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&([^;&\s]{1,10});/g, (_, name: string) => {
    const known = entities[name]
    if (known !== undefined) return known
    const digits = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(name)
    const code =
      digits === null ? -1 : Number.parseInt(digits[1] ?? digits[2]!, digits[1] ? 16 : 10)
    if (code < 0 || code > 0x10ffff) throw malformed(what)
    return String.fromCodePoint(code)
  })
}

function malformed(what: string): CliError {
  return new CliError('bad-file', `${what} cannot be read. Open the workbook and save it again.`)
}
