// Structured logs. Secrets are taken out by key, and by the form that our tokens have, so that not even a
// message that quotes one shows it. Addresses are logged without their query.

import { type DestinationStream, type Logger, pino } from 'pino'

export interface LogOptions {
  readonly level?: string
  /** Where lines go; standard output unless given. */
  readonly to?: DestinationStream
}

const secretKeys = ['authorization', 'cookie', 'token', 'tokens', 'password', 'secret']
const places = ['', '*.', '*.*.', '*.headers.']

/** Silent unless options are given. */
export function createLog(options: LogOptions | undefined): Logger {
  const settings = {
    level: options?.level ?? (options === undefined ? 'silent' : 'info'),
    redact: {
      paths: places.flatMap((place) => secretKeys.map((key) => `${place}${key}`)),
      censor: '[secret]',
    },
    hooks: { streamWrite: withoutSecrets },
  }
  return options?.to === undefined ? pino(settings) : pino(settings, options.to)
}

export function withoutSecrets(text: string): string {
  return text
    .replace(/cw_[A-Za-z0-9_-]{43}/g, '[secret]')
    .replace(/(Bearer +)[\x21-\x7e]+?(?=["\\\s]|$)/gi, '$1[secret]')
    .replace(/(\/\/[^/\s:@"]+:)[^/\s@"]+@/g, '$1[secret]@')
}
