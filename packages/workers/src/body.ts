// The body of an answer, read to a limit: of the bytes received, and of their decompressed size. A small answer
// that unpacks to gigabytes is given up as soon as it passes the limit, and so is one that never ends.

import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { CallError } from './errors.ts'
import { RESPONSE_SIZE_BYTES } from './limits.ts'

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

export interface BodyOptions {
  readonly encoding: string | undefined
  readonly length: string | undefined
  /** Called for every part that comes. */
  readonly onPart: () => void
}

/** Whole, or an error: too large, cut off, or not in the encoding that it claims. */
export function readBody(stream: Readable, options: BodyOptions): Promise<Buffer> {
  const { encoding = 'identity', length, onPart } = options
  const unpack = unpackers[encoding.trim().toLowerCase()]
  return new Promise((resolve, reject) => {
    const end = unpack?.()
    const give = (error: Error) => {
      // First, since to end the stream makes it report that it was cut off.
      reject(error)
      stream.unpipe()
      stream.destroy()
      end?.destroy()
    }
    if (unpack === undefined && encoding.trim().toLowerCase() !== 'identity') {
      give(
        new CallError('answer', `The answer is encoded as ${encoding}, which is not known here.`),
      )
      return
    }
    if (Number(length) > RESPONSE_SIZE_BYTES) {
      give(tooLarge())
      return
    }
    let raw = 0
    let size = 0
    const parts: Buffer[] = []
    const take = (part: Buffer) => {
      size += part.length
      if (size > RESPONSE_SIZE_BYTES) give(tooLarge())
      else parts.push(part)
    }
    const done = () => resolve(Buffer.concat(parts))
    stream.on('data', (part: Buffer) => {
      onPart()
      raw += part.length
      if (raw > RESPONSE_SIZE_BYTES) give(tooLarge())
      else if (end === undefined) take(part)
    })
    stream.on('error', give)
    stream.on('aborted', () => give(new CallError('transient', 'The answer was cut off.')))
    if (end === undefined) stream.on('end', done)
    else {
      end.on('data', take)
      end.on('error', () => give(new CallError('answer', `The answer is no valid ${encoding}.`)))
      end.on('end', done)
      stream.pipe(end)
    }
  })
}

function tooLarge(): CallError {
  return new CallError(
    'answer',
    `The answer is larger than ${RESPONSE_SIZE_BYTES / 1024 / 1024} MB. Ask for less of it.`,
  )
}
