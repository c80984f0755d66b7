// Classifies Node's socket errors: the class and the sentence of a failed call.

import { CallError } from './errors.ts'

interface Shown {
  readonly host: string
  readonly port: number
  /** The address as shown to people. */
  readonly shown: string
}

export function asCallError(error: unknown, { host, port, shown }: Shown): CallError {
  if (error instanceof CallError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('ERR_INVALID_'))
    return new CallError('refused', `The request to ${shown} cannot be sent: ${code}.`)
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ALTNAME/.test(code))
    return new CallError(
      'refused',
      `The certificate of ${host} cannot be trusted: ${code}. If it is your own, add its authority to the setting outside.ca.`,
    )
  if (code.startsWith('HPE_'))
    return new CallError('answer', `${shown} does not answer in HTTP as it should: ${code}.`)
  const known: Readonly<Record<string, string>> = {
    ENOTFOUND: `The name ${host} is not known.`,
    EAI_AGAIN: `The name ${host} could not be looked up.`,
    ECONNREFUSED: `Nobody listens at ${host}, port ${port}.`,
    ECONNRESET: `${shown} broke the connection off.`,
    EPIPE: `${shown} broke the connection off.`,
  }
  return new CallError('transient', known[code] ?? `${shown} cannot be reached (${code || error}).`)
}
