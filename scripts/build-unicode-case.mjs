// Writes packages/runtime/src/unicode-case.ts from the Unicode of the Node that runs this:
//
//   node scripts/build-unicode-case.mjs
//
// The table is committed, so that every machine and Lua change case alike. Run it again only to move
// to a newer Unicode on purpose.

import { writeFileSync } from 'node:fs'

const LAST = 0x10ffff
const LINE_CHARACTERS = 92

/** The case mapping of a code point, as code points; undefined if it stays. Surrogates are no characters. */
function changes(convert) {
  const found = new Map()
  for (let code = 0; code <= LAST; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const before = String.fromCodePoint(code)
    const after = convert(before)
    if (after !== before)
      found.set(
        code,
        [...after].map((char) => char.codePointAt(0)),
      )
  }
  return found
}

/** Runs of code points, one or two apart, that all move by the same amount: gap, count, step, move. */
function runs(found) {
  const numbers = []
  const codes = [...found.keys()].filter((code) => found.get(code).length === 1)
  let end = 0
  for (let i = 0; i < codes.length; ) {
    const start = codes[i]
    const move = found.get(start)[0] - start
    const step = codes[i + 1] === start + 1 && moveOf(found, start + 1) === move ? 1 : 2
    let count = 1
    while (codes[i + count] === start + count * step && moveOf(found, codes[i + count]) === move)
      count++
    numbers.push(start - end, count, step, move)
    end = start
    i += count
  }
  return numbers
}

function moveOf(found, code) {
  const to = found.get(code)
  return to?.length === 1 ? to[0] - code : undefined
}

/** Code points that become several: code, how many, each of them. */
function several(found) {
  return [...found]
    .filter(([, to]) => to.length > 1)
    .flatMap(([code, to]) => [code, to.length, ...to])
}

/** Letters and the marks on them: gap, count. */
function letters() {
  const numbers = []
  const pattern = /^[\p{L}\p{M}]$/u
  let end = 0
  for (let code = 0; code <= LAST; code++) {
    if (!pattern.test(String.fromCodePoint(code))) continue
    const start = code
    while (code < LAST && pattern.test(String.fromCodePoint(code + 1))) code++
    numbers.push(start - end, code - start + 1)
    end = code
  }
  return numbers
}

/** Where folding is not the small letter of the capital: code, its folded form. */
function foldExceptions(upper, lower) {
  const single = (found, code) => found.get(code) ?? [code]
  const plain = (code) => {
    const up = single(upper, code)
    const low = single(lower, up.length === 1 ? up[0] : code)
    return low.length === 1 ? low[0] : code
  }
  const codes = [...new Set([...upper.keys(), ...lower.keys()])].sort((a, b) => a - b)
  const all = codes.map((code) => String.fromCodePoint(code)).join('')
  const numbers = []
  for (const code of codes) {
    const same = all.match(new RegExp(`\\u{${code.toString(16)}}`, 'giu')) ?? []
    const group = same.map((char) => char.codePointAt(0))
    const folds = group.map(plain)
    const agreed = plain(code)
    // The first member of a group whose plain folding falls apart stands for all of it.
    const wanted = folds.every((fold) => fold === agreed && group.includes(fold))
      ? agreed
      : group[0]
    if (wanted !== agreed) numbers.push(code, wanted)
  }
  return numbers
}

function data(name, about, numbers) {
  const lines = ['']
  for (const number of numbers) {
    const word = number.toString(36)
    const line = lines.at(-1)
    if (line.length + word.length + 1 > LINE_CHARACTERS) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return `/** ${about} */\nexport const ${name} = \`\n${lines.join('\n')}\n\`\n`
}

const upper = changes((text) => text.toUpperCase())
const lower = changes((text) => text.toLowerCase())
const head = `// Case of letters in Unicode, as numbers in base 36. Made by scripts/build-unicode-case.mjs; change
// that, and make this again.

export const UNICODE_VERSION = '${process.versions.unicode}'
`
const parts = [
  data('UPPER_RUNS', 'Gap from the last start, count, step, move.', runs(upper)),
  data('UPPER_SEVERAL', 'Code point, how many it becomes, each of them.', several(upper)),
  data('LOWER_RUNS', 'As for capitals.', runs(lower)),
  data('LOWER_SEVERAL', 'As for capitals.', several(lower)),
  data('FOLD_EXCEPTIONS', 'Code point, what it folds to.', foldExceptions(upper, lower)),
  data('LETTER_RUNS', 'Letters and marks: gap from the last end, count.', letters()),
]
writeFileSync(
  new URL('../packages/runtime/src/unicode-case.ts', import.meta.url),
  [head, ...parts].join('\n'),
)
