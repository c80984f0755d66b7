// The tool `email`: one mail by a named SMTP connection. A server that refuses it says so; one that stops answering leaves
// the outcome unknown, and then a person is asked. Its Message-ID follows from the key, so that a mail server that knows it
// drops a second one.

import { mustBe } from '../connection-access.ts'
import type { Connections } from '../connections.ts'
import type { Egress } from '../egress.ts'
import type { Progress } from '../http-call.ts'
import { MAIL_RECIPIENTS } from '../limits.ts'
import {
  fieldsOf,
  notDone,
  type OutsideTool,
  optionalText,
  textOf,
  whatCameOf,
  wrongInput,
} from './tool.ts'

export interface EmailInput {
  readonly connection: string
  /** The user of the connection if left out. */
  readonly from?: string
  readonly to: string | readonly string[]
  readonly cc?: string | readonly string[]
  readonly bcc?: string | readonly string[]
  readonly replyTo?: string
  readonly subject: string
  readonly text?: string
  readonly html?: string
}

const EXAMPLE =
  "{ connection: 'mail', to: 'ann@example.com', subject: 'Three invoices', text: 'They are filed.' }"
const FIELDS = ['connection', 'from', 'to', 'cc', 'bcc', 'replyTo', 'subject', 'text', 'html']
const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/

export interface EmailToolParts {
  readonly egress: Egress
  readonly connections: Connections
}

export function emailTool({ egress, connections }: EmailToolParts): OutsideTool {
  return {
    name: 'email',
    description:
      'Sends one mail: { connection, to, subject, text } gives { messageId, response, rejected }.',
    readOnly: false,
    input: { parse: inputOf },
    connectionOf: ({ connection }: EmailInput) => connection,
    call: async (input: EmailInput, { key, signal, now }) => {
      const progress: Progress = {}
      try {
        const server = mustBe(await connections.open(input.connection), 'smtp')
        const { connection: _, from = server.user, ...mail } = input
        if (from === undefined || !ADDRESS.test(from)) {
          throw wrongInput(
            `Say from whom it is: from, or a user of ${server.name} that is an address.`,
          )
        }
        const messageId = `<${key}@${from.split('@')[1]}>`
        const { to, cc, bcc, ...rest } = mail
        const sent = await egress.mail(
          server,
          { ...rest, from, to: listOf(to), cc: listOf(cc), bcc: listOf(bcc), messageId, date: now },
          { signal, progress },
        )
        return { messageId, ...sent }
      } catch (error) {
        // A server that answers with a refusal has not taken it.
        throw progress.status === undefined ? whatCameOf(error, progress) : notDone(error)
      }
    },
    preview: ({ to, subject }: EmailInput) => `mail to ${listOf(to).join(', ')}: ${subject}`,
  }
}

function listOf(to: string | readonly string[] | undefined): string[] {
  if (to === undefined) return []
  return typeof to === 'string' ? [to] : [...to]
}

function inputOf(given: unknown): EmailInput {
  const fields = fieldsOf('email', EXAMPLE, given, FIELDS)
  const { connection, from, to, cc, bcc, replyTo, subject, text, html } = fields
  textOf(connection, 'connection')
  textOf(subject, 'subject')
  optionalText(text, 'text')
  optionalText(html, 'html')
  if (text === undefined && html === undefined) throw new TypeError('a mail has a text, or html')
  if (/[\r\n]/.test(subject as string)) throw new TypeError('a subject is one line')
  for (const one of [from, replyTo]) if (one !== undefined) checkAddress(one)
  const all = [to, cc, bcc].flatMap((some) => (some === undefined ? [] : some)) as unknown[]
  for (const one of all) checkAddress(one)
  if (listOf(to as string).length === 0) throw new TypeError('a mail goes to somebody: to')
  if (all.length > MAIL_RECIPIENTS) {
    throw new TypeError(`a mail goes to at most ${MAIL_RECIPIENTS} addresses`)
  }
  return fields as unknown as EmailInput
}

function checkAddress(given: unknown): void {
  if (typeof given === 'string' && ADDRESS.test(given) && !/\p{C}/u.test(given)) return
  throw new TypeError(`${JSON.stringify(given)} is no mail address, such as ann@example.com`)
}
