// The models that a command is given: files, or standard input as `-`. An unreadable file is a
// finding, so that the others are still read.

import { createReadStream } from 'node:fs'
import { FILE_MAX_BYTES } from '@cellwake/language'

export interface Source {
  /** As the user wrote it. */
  readonly file: string
  readonly text: string
  /** True when a byte order mark stands before the text; columns do not count it. */
  readonly marked: boolean
}

/** A file that could not be read or written. */
export interface FileProblem {
  readonly file: string
  readonly code: 'unreadable' | 'unwritable' | 'limit'
  /** The problem and its remedy. */
  readonly message: string
}

/** Each file once, in the order given. */
export async function readSources(files: readonly string[]): Promise<(Source | FileProblem)[]> {
  const sources: (Source | FileProblem)[] = []
  for (const file of new Set(files)) sources.push(await readSource(file))
  return sources
}

async function readSource(file: string): Promise<Source | FileProblem> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) {
      bytes += chunk.length
      // Stops there: the rest of an endless stream would fill the memory.
      if (bytes > FILE_MAX_BYTES) return { file, code: 'limit', message: tooLarge() }
      chunks.push(chunk)
    }
  } catch (error) {
    return { file, code: 'unreadable', message: whyUnreadable(error) }
  }
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    const text = decoder.decode(Buffer.concat(chunks))
    const marked = text.startsWith('\ufeff')
    return { file, text: marked ? text.slice(1) : text, marked }
  } catch {
    const message = 'This is not UTF-8 text. Save the file as UTF-8, then try again.'
    return { file, code: 'unreadable', message }
  }
}

function tooLarge(): string {
  return `A model is at most ${FILE_MAX_BYTES / 1024 ** 2} MiB. Split it, or keep data outside of it.`
}

function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'There is no such file. Check its name and the folder you are in.'
  if (code === 'EISDIR') return 'This is a folder. Name the files in it, such as FOLDER/*.grid.'
  if (code === 'EACCES' || code === 'EPERM')
    return 'This file may not be read. Give yourself the right to read it, then try again.'
  return `The file could not be read (${String(code ?? error)}). Try again, or name another.`
}
