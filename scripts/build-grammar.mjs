// `node scripts/build-grammar.mjs`: makes the editor's parser tables from grid.grammar. The result is
// committed, because the generator is a tool for development. With `--check` nothing is written, and
// it fails if the committed tables are not those of the grammar.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildParserFile } from '@lezer/generator'
import { root, tools } from './run.mjs'

const folder = join(root, 'packages', 'language', 'src', 'editor')
const note =
  '// Made from grid.grammar by scripts/build-grammar.mjs. Change that, and make this again.'

// Tokens that fit nowhere, so that an unclosed one becomes one mistake and not many.
const meantToBeUnused = /^Unused rule '(UnclosedComment|UnclosedString)'/

/** The generated files and their texts. */
function generate() {
  const grammar = readFileSync(join(folder, 'grid.grammar'), 'utf8')
  const { parser, terms } = buildParserFile(grammar, {
    fileName: 'grid.grammar',
    typeScript: true,
    warn: (message) => {
      if (!meantToBeUnused.test(message)) throw new Error(message)
    },
  })
  return { 'grid-parser.ts': pretty(parser), 'grid-terms.ts': pretty(terms) }
}

/** As the formatter would leave it, with our own first line. */
function pretty(text) {
  // The tables hold every character, and a linter takes this pair for a forgotten template.
  const input = text.replace(/^\/\/.*\n/, `${note}\n`).replaceAll('${', '$\\x7b')
  const args = [
    join(root, 'node_modules', tools.biome),
    'check',
    '--write',
    '--stdin-file-path=packages/language/src/x.ts',
  ]
  const biome = spawnSync(process.execPath, args, { cwd: root, input, encoding: 'utf8' })
  if (biome.status !== 0) throw new Error(biome.stderr)
  return biome.stdout
}

const isCheck = process.argv.includes('--check')
for (const [name, text] of Object.entries(generate())) {
  const file = join(folder, name)
  if (!isCheck) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${name} is not what grid.grammar gives: run node scripts/build-grammar.mjs`)
    process.exitCode = 1
  }
}
