// Signatures of webhooks, as the Standard Webhooks specification has them: an HMAC over id, time and body, so that neither
// can be changed, and an old one cannot be replayed.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { openSecret, type Secret } from './secret.ts'

/** The three headers of a webhook. */
export interface WebhookHead {
  readonly id: string
  /** In seconds. */
  readonly timestamp: string
  readonly signature: string
}

export function signWebhook(secret: Secret, id: string, timestamp: string, body: string): string {
  return `v1,${macOf(secret, `${id}.${timestamp}.${body}`).toString('base64')}`
}

/** Whether one of the signatures is right: there are several while a secret is being changed. */
export function isSignedBy(
  secret: Secret,
  { id, timestamp, signature }: WebhookHead,
  body: string,
): boolean {
  const expected = macOf(secret, `${id}.${timestamp}.${body}`)
  return signature
    .split(' ')
    .map((one) => /^v1,(.+)$/.exec(one)?.[1])
    .some((found) => found !== undefined && isEqual(expected, Buffer.from(found, 'base64')))
}

/** As GitHub signs: the body alone, `sha256=…` in hexadecimal digits. */
export function isSignedAsGitHub(secret: Secret, signature: string, body: string): boolean {
  const found = /^sha256=([0-9a-f]{64})$/i.exec(signature)?.[1]
  return found !== undefined && isEqual(macOf(secret, body), Buffer.from(found, 'hex'))
}

/** A secret that begins with `whsec_` holds its bytes in base64. */
function macOf(secret: Secret, text: string): Buffer {
  const plain = openSecret(secret)
  const key = plain.startsWith('whsec_') ? Buffer.from(plain.slice(6), 'base64') : plain
  return createHmac('sha256', key).update(text).digest()
}

function isEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
