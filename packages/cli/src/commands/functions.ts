// `cellwake functions`: the catalogue, and one function in full.

import { type Catalogue, type Category, leftOut, suggest } from '@cellwake/language'
import { Command, Option } from 'commander'
import { catalogueWith } from '../hosting/user-functions.ts'
import { allFunctions, functionJson, showFunction, showList } from '../text/functions-text.ts'
import type { Output } from '../text/output.ts'
import { visible } from '../text/visible-text.ts'

interface Options {
  readonly category?: Category
  readonly functions?: string
  readonly json?: boolean
}

const categories: Record<Category, true> = {
  math: true,
  statistics: true,
  financial: true,
  text: true,
  date: true,
  lookup: true,
  logical: true,
  information: true,
  engineering: true,
  database: true,
  array: true,
  lambda: true,
  object: true,
  web: true,
  external: true,
}

export function functionsCommand(output: Output): Command {
  return new Command('functions')
    .description('Lists the functions of the language, or explains one.')
    .argument('[name]', 'a function, in any case')
    .addOption(
      new Option('--category <category>', 'list one category').choices(Object.keys(categories)),
    )
    .option('--functions <file>', 'a module with functions of your own, .ts or .js')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  cellwake functions XLOOKUP\n  cellwake functions --category date',
    )
    .action(async (name: string | undefined, options: Options) => {
      const catalogue = await catalogueWith(options.functions)
      if (name === undefined) list(output, catalogue, options)
      else if (!explain(output, catalogue, name, options)) output.exitCode = 1
    })
}

function list(output: Output, catalogue: Catalogue, { category, json }: Options): void {
  const signatures = allFunctions(catalogue).filter(
    (one) => category === undefined || one.category === category,
  )
  const order = Object.keys(categories)
  signatures.sort((a, b) => order.indexOf(a.category) - order.indexOf(b.category))
  if (json === true) output.json({ functions: signatures.map(functionJson) })
  else showList(output, signatures)
}

/** False when there is no such function. */
function explain(output: Output, catalogue: Catalogue, asked: string, { json }: Options): boolean {
  const name = asked.toUpperCase()
  const signature = catalogue.get(name)
  if (signature === undefined) {
    const reason = Object.hasOwn(leftOut, name) ? leftOut[name] : undefined
    const near = reason === undefined ? suggest(name, catalogue.names) : undefined
    const message = whyMissing(visible(name), reason, near)
    if (json === true) output.json({ name, message, ...(near !== undefined && { near }) })
    else output.note(message)
    return false
  }
  if (json === true) output.json(functionJson(signature))
  else showFunction(output, signature)
  return true
}

function whyMissing(name: string, reason: string | undefined, near: string | undefined): string {
  if (reason !== undefined) return `${name} is not a function here. ${reason}`
  const next =
    near === undefined
      ? 'cellwake functions lists those there are, and --functions FILE adds your own.'
      : `Did you mean ${near}?`
  return `There is no function ${name}. ${next}`
}
