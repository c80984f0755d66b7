// Classifies a mail server's errors: the class and the sentence of a failed call.

import { CallError } from './errors.ts'
import { EXCERPT_CHARS } from './limits.ts'

/** Undefined for an error that is no reply of a mail server. */
export function fromSmtp(error: unknown): CallError | undefined {
  if (error instanceof CallError) return error
  const { code, responseCode, response } = Object(error) as Record<string, unknown>
  if (code === 'EAUTH')
    return new CallError('auth', `The mail server does not accept the credentials${said(response)}`)
  if (code === 'ETLS')
    return new CallError(
      'refused',
      'The mail server does not speak TLS, and nothing is said to it without.',
    )
  if (typeof responseCode !== 'number') return undefined
  const message = `The mail server answered ${responseCode}${said(response)}`
  return new CallError(responseCode >= 500 ? 'rejected' : 'transient', message)
}

function said(response: unknown): string {
  if (typeof response !== 'string') return '.'
  return `: ${response.replace(/[\p{C}\s]+/gu, ' ').slice(0, EXCERPT_CHARS)}`
}
