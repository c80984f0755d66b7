// The catalogue for people: the list by category, and one function in full.

import { type Catalogue, type Signature, signatureNotes, signatureText } from '@cellwake/language'
import { count, type Output } from './output.ts'

/** Every function of a category on one line each, under the name of the category. */
export function showList(output: Output, signatures: readonly Signature[]): void {
  const { bold, dim } = output.colors
  const width = Math.max(...signatures.map(({ name }) => name.length))
  for (const category of new Set(signatures.map((one) => one.category))) {
    const members = signatures.filter((one) => one.category === category)
    output.line(`${bold(category)} ${dim(count(members.length, 'function'))}`)
    for (const { name, about } of members) {
      const room = output.columns === undefined ? about.length : output.columns - width - 4
      output.line(`  ${name.padEnd(width)}  ${shortened(firstSentence(about), room)}`)
    }
    output.line()
  }
  output.line(`${count(signatures.length, 'function')}. cellwake functions NAME explains one.`)
}

/** One function: its signature, its meaning, its arguments, its examples. */
export function showFunction(output: Output, signature: Signature): void {
  const { bold, dim } = output.colors
  output.line(`${bold(signatureText(signature))} → ${signature.returns}`)
  output.line(dim(signature.category))
  output.line()
  output.line(signature.about)
  for (const note of signatureNotes(signature)) output.line(note)
  if (signature.params.length > 0) {
    output.line()
    output.line(bold('Arguments'))
    output.table(
      signature.params.map(({ name, kind, optional }) => [
        name,
        optional ? `${kind}, may be left out` : kind,
      ]),
    )
  }
  if (signature.examples.length === 0) return
  output.line()
  output.line(bold('Examples'))
  const width = Math.max(...signature.examples.map(({ formula }) => formula.length))
  for (const { formula, result } of signature.examples)
    output.line(`  ${formula.padEnd(width)}  ${dim('→')} ${result}`)
}

/** A function as JSON. */
export function functionJson(signature: Signature) {
  const { name, category, params, repeats, returns, tag, about, examples, volatile } = signature
  return {
    name,
    category,
    signature: signatureText(signature),
    about,
    params,
    repeats,
    returns,
    ...(tag !== undefined && { tag }),
    volatile,
    external: signature.external !== undefined,
    examples,
  }
}

export function allFunctions(catalogue: Catalogue): Signature[] {
  return catalogue.names.flatMap((name) => catalogue.get(name) ?? [])
}

/** A sentence ends at a full stop before a space and a capital. */
function firstSentence(about: string): string {
  return /^.*?\.(?= [A-Z{]|$)/.exec(about)?.[0] ?? about
}

function shortened(text: string, room: number): string {
  return text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1))}…`
}
