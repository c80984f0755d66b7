// A table copied from a spreadsheet, or CSV, as a model: one line for the headings, one for each column. Cells that
// look like formulas stay texts; nothing that was pasted runs.

/** Undefined if it is no table. */
export function modelFromTable(text: string, title = 'Pasted table'): string | undefined {
  const rows = rowsOf(text)
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (rows.length < 2 || width < 2) return undefined
  const lines = [`MODEL "${title}"`, '']
  const [head = [], ...body] = rows
  const hasHead = head.every((cell) => cell !== '' && numberOf(cell) === undefined)
  const first = hasHead ? 2 : 1
  const data = hasHead ? body : rows
  if (hasHead) lines.push(`A1:${letters(width)}1 = [${head.map(literal).join(', ')}]`)
  for (let column = 0; column < width; column++) {
    const cells = data.map((row) => literal(row[column] ?? ''))
    const letter = letters(column + 1)
    const target = `${letter}${first}:${letter}${first + cells.length - 1}`
    lines.push(
      cells.length === 1 ? `${letter}${first} = ${cells[0]}` : `${target} = [${cells.join('; ')}]`,
    )
  }
  return `${lines.join('\n')}\nEND MODEL\n`
}

/** Whether a text is rather a table than a model. */
export function looksLikeTable(text: string): boolean {
  if (/^\s*(#|MODEL\b)/m.test(text)) return false
  const lines = text.trim().split(/\r?\n/)
  if (lines.length < 2) return false
  const separator = separatorOf(text)
  const counts = lines.slice(0, 20).map((line) => line.split(separator).length)
  return counts.every((count) => count > 1 && count === counts[0])
}

function separatorOf(text: string): string {
  const [first = ''] = text.trim().split(/\r?\n/)
  return ['\t', ';', ','].find((separator) => first.includes(separator)) ?? '\t'
}

/** Quotes may hold separators and line ends, as in CSV. */
function rowsOf(text: string): string[][] {
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some((value) => value !== '')) rows.push(row)
    row = []
  }
  for (let i = 0; i < text.length; i++) {
    const letter = text.charAt(i)
    if (isQuoted && letter === '"' && text.charAt(i + 1) === '"') {
      cell += '"'
      i++
    } else if (letter === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted
    else if (!isQuoted && letter === separator) endCell()
    else if (!isQuoted && letter === '\n') endRow()
    else if (letter !== '\r') cell += letter
  }
  endRow()
  return rows
}

function literal(cell: string): string {
  if (cell === '') return 'BLANK'
  const number = numberOf(cell)
  if (number !== undefined) return number
  if (/^(true|false)$/i.test(cell)) return cell.toUpperCase()
  return `"${cell.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', ' ')}"`
}

/** 1,234.50 and 12.5 % are numbers. */
function numberOf(cell: string): string | undefined {
  const match = /^([-−+]?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?\s*(%?)$/.exec(cell)
  if (match === null) return undefined
  const [, sign = '', whole = '', part = '', percent] = match
  const number = `${sign === '−' || sign === '-' ? '-' : ''}${whole.replaceAll(',', '')}${part}`
  return percent === '%' ? `${number}pct` : number
}

function letters(column: number): string {
  let name = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  return name
}
