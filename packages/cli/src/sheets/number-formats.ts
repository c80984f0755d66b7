// Facts in a cell's number format: a date, a percentage, money.

import { currencyOf } from './currencies.ts'
import { readXml } from './xml.ts'

export interface CellFormat {
  readonly isDate: boolean
  /** A time without a day, or a length of time. */
  readonly isTime?: true
  readonly tag: string | undefined
}

const plain: CellFormat = { isDate: false, tag: undefined }
const time: CellFormat = { ...plain, isTime: true }
const percentage: CellFormat = { ...plain, tag: 'percentage' }
const date: CellFormat = { isDate: true, tag: 'date' }
const datetime: CellFormat = { isDate: true, tag: 'datetime' }

/** The formats that are not written out in a file. */
function builtIn(id: number): CellFormat {
  if (id === 9 || id === 10) return percentage
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31)) return date
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return time
  return id === 22 ? datetime : plain
}

export function formatOf(code: string): CellFormat {
  // Texts in quotes, escaped letters, room for a letter (_D) and colours say nothing; [$…] is a currency.
  const [, named = '', locale = ''] = /\[\$([^\]-]*)(?:-([0-9a-f]*))?[^\]]*\]/i.exec(code) ?? []
  const bare = code.replace(/\[[^\]]*\]|[\\_*]./g, '').replace(/"[^"]*"/g, '')
  if (bare.includes('%')) return percentage
  const hasHours = /[hs]/i.test(bare) || /\[[hms]+\]/i.test(code)
  if (/[yd]/i.test(bare)) return hasHours ? datetime : date
  if (hasHours) return time
  // `mmm`: the name of a month, as over the columns of a plan.
  if (/m{3}/i.test(bare)) return date
  const quoted = [...code.matchAll(/"([^"]*)"/g)].map(([, text]) => text).join(' ')
  const signs = bare.replace(/[^€£¥$]/g, '')
  // A sign that is named with its locale counts for all of the format.
  const currency = named === '' ? currencyOf(`${quoted} ${signs}`, '') : currencyOf(named, locale)
  return currency === undefined ? plain : { ...plain, tag: `currency:${currency}` }
}

/** The format of each style, by its number. */
export function readFormats(xml: string | undefined): (style: string | undefined) => CellFormat {
  const codes = new Map<number, CellFormat>()
  const styles: CellFormat[] = []
  let inStyles = false
  if (xml !== undefined) {
    readXml(xml, 'The list of styles', {
      open(name, { numFmtId, formatCode }) {
        if (name === 'cellXfs') inStyles = true
        if (name === 'numFmt') codes.set(Number(numFmtId), formatOf(formatCode ?? ''))
        if (name === 'xf' && inStyles) {
          const id = Number(numFmtId ?? 0)
          styles.push(codes.get(id) ?? builtIn(id))
        }
      },
      close(name) {
        if (name === 'cellXfs') inStyles = false
      },
      text() {},
    })
  }
  return (style) => styles[Number(style ?? 0)] ?? plain
}
