// The texts that the cells of a workbook share. Parts of a text that differ in looks are one text here.

import { readXml } from './xml.ts'

export function readStrings(xml: string | undefined): string[] {
  const strings: string[] = []
  if (xml === undefined) return strings
  let current: string | undefined
  let reading = false
  let inPhonetic = false
  readXml(xml, 'The list of texts', {
    open(name) {
      if (name === 'si') current = ''
      if (name === 'rPh') inPhonetic = true
      reading = name === 't' && !inPhonetic
    },
    close(name) {
      if (name === 'si') strings.push(current ?? '')
      if (name === 'rPh') inPhonetic = false
      if (name === 't') reading = false
    },
    text(text) {
      if (reading && current !== undefined) current += text
    },
  })
  return strings.map(unescaped)
}

/** Control characters are written as `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
