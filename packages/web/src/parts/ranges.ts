// Lists of cells as people write them: "G2, G3, G4 and x" is "G2:G4 and x".

const cell = /^([A-Z]{1,3})(\d+)$/

export function withRanges(text: string): string {
  return text.replace(/\b[A-Z]{1,3}\d+(?:(?:, | and )[A-Z]{1,3}\d+)+\b/g, (list) => {
    const runs: { column: string; first: number; last: number }[] = []
    for (const symbol of list.split(/, | and /)) {
      const [, column = '', digits = ''] = cell.exec(symbol) ?? []
      const row = Number(digits)
      const run = runs.at(-1)
      if (run?.column === column && run.last + 1 === row) run.last = row
      else runs.push({ column, first: row, last: row })
    }
    const parts = runs.map(({ column, first, last }) =>
      first === last ? `${column}${first}` : `${column}${first}:${column}${last}`,
    )
    // The last word of a list stays the last: "A1, B2 and C3".
    const [end = ''] = parts.splice(-1)
    const joint = list.includes(' and ') ? ' and ' : ', '
    return parts.length === 0 ? end : `${parts.join(', ')}${joint}${end}`
  })
}
