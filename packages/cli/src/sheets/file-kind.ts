// The format of a file by its first bytes (magic number), not by its name: a workbook, or a format that cannot be
// imported, each with advice.

import { CliError } from '../errors.ts'

/** The start of a zip archive, and of one without parts. */
const ZIP = [0x50, 0x4b]
/** The container of the older formats of Office, and of files with a password. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

export function isWorkbook(bytes: Uint8Array): boolean {
  return startsWith(bytes, ZIP)
}

/** Throws for a file without cells. Nothing of it is read further. */
export function mustBeReadable(bytes: Uint8Array): void {
  if (bytes.length === 0) {
    throw refused('The file is empty. Save it again in the program that made it.')
  }
  if (!startsWith(bytes, COMPOUND)) return
  if (holdsName(bytes, 'EncryptedPackage')) {
    throw refused(
      'The workbook is protected with a password. Open it in Excel, take the password away under File, Info, Protect Workbook, save it, and import it again.',
    )
  }
  throw refused(
    'This is a workbook of Excel 97 to 2003 (.xls). Open it in Excel or LibreOffice, save it as .xlsx, and import that.',
  )
}

/** For an archive that is a workbook, but none that can be imported. */
export function mustBePlain(parts: readonly string[]): void {
  const has = (pattern: RegExp) => parts.some((name) => pattern.test(name))
  if (has(/^xl\/workbook\.bin$/)) {
    throw refused('This is a binary workbook (.xlsb). Save it as .xlsx, and import that.')
  }
  if (has(/^xl\/vbaproject/)) {
    throw refused(
      'The workbook has macros, which a model has not. Save it as .xlsx, without macros, and import that.',
    )
  }
  if (has(/^content\.xml$/) && has(/^mimetype$/)) {
    throw refused('This is an OpenDocument file. Save it as .xlsx, and import that.')
  }
}

function refused(why: string): CliError {
  return new CliError('bad-file', why)
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte)
}

/** The names in a compound file are written with two bytes a letter. */
function holdsName(bytes: Uint8Array, name: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(name, 0, 'utf16le')
}
