// Reads the rows of the catalogue. A row is text, in the shape in which it is shown to a reader:
//
//   NAME(parameter, [optional parameter]) → kind of the result, flags
//     One or two sentences.
//     an example → an expression with the same value
//
// Names. A parameter has Excel's documented name in lower case, words joined by `_`. A parameter that
// repeats ends with a number and counts on: in `SUM(number1, …)` the third argument is `number3`, and
// that is its name in `number3 := …`. A name that would read as a cell has another: `a1` is `a1_style`
// and `ref1` is `reference1`. Before `…`, the last parameters with the same number repeat
// together: two in `SUMIFS(sum_range, criteria_range1, criteria1, …)`.
// Kinds. A parameter's name tells its kind (`parameter-kinds.ts`), or `name: kind` says it.
// Flags. `volatile`, `dynamic`, `sees errors`, `lazy 1` (arguments from place 1 on), `tag score`.
//
// A row with a slip in it throws while the catalogue loads, which every test does.

import { kindOfName } from './parameter-kinds.ts'
import type { ArgumentKind, Category, Example, Parameter, Signature } from './signature.ts'

const kinds: ReadonlySet<string> = new Set<ArgumentKind>([
  'any',
  'number',
  'text',
  'logical',
  'datetime',
  'duration',
  'array',
  'object',
  'lambda',
  'reference',
])

/** The functions of one category. */
export function rows(category: Category, text: string): Signature[] {
  const found: Signature[] = []
  let about = ''
  let examples: Example[] = []
  let head = ''
  const finish = () => {
    if (head !== '') found.push(readRow(category, head, about, examples))
  }
  for (const line of text.split('\n')) {
    if (line === '') continue
    if (!line.startsWith('  ')) {
      finish()
      head = line
      about = ''
      examples = []
      continue
    }
    const arrow = line.indexOf(' → ')
    if (arrow < 0) about = about === '' ? line.slice(2) : `${about} ${line.slice(2)}`
    else examples.push({ formula: line.slice(2, arrow), result: line.slice(arrow + 3) })
  }
  finish()
  return found
}

/** Functions that are the same as another under an older name: `{ STDEV: 'STDEV.S' }`. */
export function olderNames(
  names: Readonly<Record<string, string>>,
  known: readonly Signature[],
): Signature[] {
  return Object.entries(names).map(([name, newer]) => {
    const base = known.find((signature) => signature.name === newer)
    if (base === undefined) throw new Error(`${name} stands for ${newer}, which has no row`)
    return {
      ...base,
      name,
      about: `The older name of ${newer}. ${base.about}`,
      examples: base.examples.map(({ formula, result }) => ({
        formula: formula.replaceAll(`${newer}(`, `${name}(`),
        result,
      })),
    }
  })
}

function readRow(
  category: Category,
  head: string,
  about: string,
  examples: readonly Example[],
): Signature {
  const open = head.indexOf('(')
  const close = head.indexOf(') → ')
  const name = head.slice(0, open)
  if (close < open || !/^[A-Z][A-Z0-9._]*$/.test(name))
    throw new Error(`Not the head of a row: ${head}`)
  const [returns = '', ...words] = head.slice(close + 4).split(', ')
  const flags = words.length === 0 ? noFlags : readFlags(words, head)
  const pieces = close === open + 1 ? [] : head.slice(open + 1, close).split(', ')
  const repeating = pieces.at(-1) === '…'
  if (repeating) pieces.pop()
  const params = pieces.map(readParameter)
  return {
    name,
    category,
    params,
    repeats: repeating ? countRepeats(params, head) : 0,
    returns: readKind(returns, head),
    tag: flags.tag,
    about,
    examples,
    volatile: flags.volatile,
    dynamic: flags.dynamic,
    seesErrors: flags.seesErrors,
    lazyFrom: flags.lazyFrom,
    external: undefined,
  }
}

type Flags = Pick<Signature, 'tag' | 'volatile' | 'dynamic' | 'seesErrors' | 'lazyFrom'>

const noFlags: Flags = {
  tag: undefined,
  volatile: false,
  dynamic: false,
  seesErrors: false,
  lazyFrom: undefined,
}

function readFlags(words: readonly string[], head: string): Flags {
  let flags = noFlags
  for (const word of words) {
    if (word === 'volatile') flags = { ...flags, volatile: true }
    else if (word === 'dynamic') flags = { ...flags, dynamic: true }
    else if (word === 'sees errors') flags = { ...flags, seesErrors: true }
    else if (word.startsWith('lazy ')) flags = { ...flags, lazyFrom: Number(word.slice(5)) }
    else if (word.startsWith('tag ')) flags = { ...flags, tag: word.slice(4) }
    else throw new Error(`No such flag as ${word}: ${head}`)
  }
  return flags
}

// Some four hundred pieces stand for fifteen hundred parameters: reading each once keeps loading quick.
const parameters = new Map<string, Parameter>()

function readParameter(piece: string): Parameter {
  const known = parameters.get(piece)
  if (known !== undefined) return known
  const optional = piece.startsWith('[') && piece.endsWith(']')
  const [name = '', kind] = (optional ? piece.slice(1, -1) : piece).split(': ')
  const parameter: Parameter = {
    name,
    kind: kind === undefined ? kindOfName(name) : readKind(kind, piece),
    optional,
  }
  parameters.set(piece, parameter)
  return parameter
}

function countRepeats(params: readonly Parameter[], head: string): number {
  const number = /\d+$/.exec(params.at(-1)?.name ?? '')?.[0]
  if (number === undefined) throw new Error(`What repeats must end with a number: ${head}`)
  const others = params.findLastIndex(({ name }) => /\d+$/.exec(name)?.[0] !== number)
  return params.length - 1 - others
}

function readKind(word: string, where: string): ArgumentKind {
  if (!isKind(word)) throw new Error(`No such kind as ${word}: ${where}`)
  return word
}

function isKind(word: string): word is ArgumentKind {
  return kinds.has(word)
}
