// Names that Excel takes for sheets: at most 31 characters, none of []:*?/\, and each of its own.

const forbidden = /[[\]:*?/\\]/g

export function sheetNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const plain = name.replace(forbidden, '-').slice(0, 31) || 'Sheet'
    let free = plain
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${plain.slice(0, 27)} ${n}`
    taken.add(free.toLowerCase())
    return free
  })
}

export function isSheetName(name: string): boolean {
  return name.length <= 31 && name.search(forbidden) < 0
}
