// Secrets at rest: AES-256 in GCM mode, under a key that the operator keeps. A sealed secret opens only with its key,
// unchanged, and for the name under which it was sealed.

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { WorkersError } from './errors.ts'
import { openSecret, Secret } from './secret.ts'

const CIPHER = 'aes-256-gcm'

/** The name of the variable that holds the key. */
export const SECRET_KEY_VARIABLE = 'CELLWAKE_SECRET_KEY'

export class SecretKey {
  readonly #bytes: Uint8Array
  /** Identifies the key, and reveals nothing about it. */
  readonly fingerprint: string

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    const hash = createHash('sha256').update('cellwake secret key').update(bytes)
    this.fingerprint = hash.digest('hex').slice(0, 16)
  }

  seal(secret: Secret, name: string): string {
    const nonce = randomBytes(12)
    const cipher = createCipheriv(CIPHER, this.#bytes, nonce).setAAD(Buffer.from(name))
    const sealed = Buffer.concat([cipher.update(openSecret(secret), 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
  }

  /** Undefined if it was sealed with another key, for another name, or was changed since. */
  unseal(sealed: string, name: string): Secret | undefined {
    const bytes = Buffer.from(sealed, 'base64')
    try {
      const opening = createDecipheriv(CIPHER, this.#bytes, bytes.subarray(0, 12))
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(12, 28))
      const text = Buffer.concat([opening.update(bytes.subarray(28)), opening.final()])
      return new Secret(text.toString('utf8'))
    } catch {
      return undefined
    }
  }
}

/** A key for an installation, as text for the variable or the file. */
export function newSecretKey(): string {
  return randomBytes(32).toString('base64')
}

/** The key from the environment or else from a file; undefined if neither is set. */
export async function loadSecretKey(
  env: Readonly<Record<string, string | undefined>>,
  file?: string,
): Promise<SecretKey | undefined> {
  const given = env[SECRET_KEY_VARIABLE]
  if (given !== undefined && given !== '') return keyOf(given, SECRET_KEY_VARIABLE)
  if (file === undefined) return undefined
  try {
    return keyOf(await readFile(file, 'utf8'), `the file ${file}`)
  } catch (error) {
    if (error instanceof WorkersError) throw error
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown'
    throw new WorkersError('bad-secret-key', `The file ${file} cannot be read (${code}).`)
  }
}

function keyOf(text: string, where: string): SecretKey {
  const trimmed = text.trim()
  const bytes = Buffer.from(trimmed, /^[0-9a-f]{64}$/i.test(trimmed) ? 'hex' : 'base64')
  if (bytes.length === 32) return new SecretKey(bytes)
  throw new WorkersError(
    'bad-secret-key',
    `${where} holds no key: 32 bytes in base64 or hex, such as "openssl rand -base64 32" prints.`,
  )
}
