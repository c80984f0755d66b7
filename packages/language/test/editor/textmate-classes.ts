// Classes by the TextMate grammar, read by the engine that Visual Studio Code uses.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import oniguruma from 'vscode-oniguruma'
import textmate from 'vscode-textmate'
import type { TokenClass } from './classes.ts'

const grammarFile = new URL('../../../../editors/grid.tmLanguage.json', import.meta.url)

/** Scopes by their start, the more exact before the less exact. */
const kinds: readonly (readonly [string, TokenClass])[] = [
  ['comment', 'comment'],
  ['string', 'string'],
  ['constant.character.escape', 'string'],
  ['constant.numeric', 'number'],
  ['constant.language.error', 'error'],
  ['constant.language', 'keyword'],
  ['constant.other.reference', 'cell'],
  ['entity.name.namespace', 'cell'],
  ['entity.name.function', 'function'],
  ['entity.name.type', 'name'],
  ['keyword.operator', 'operator'],
  ['keyword', 'keyword'],
  ['variable.language.position', 'keyword'],
  ['variable', 'name'],
  ['storage.type.literal', 'string'],
]

async function loadGrammar() {
  const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm')
  await oniguruma.loadWASM(readFileSync(wasm))
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns: string[]) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text: string) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () =>
      textmate.parseRawGrammar(readFileSync(grammarFile, 'utf8'), 'grid.tmLanguage.json'),
  })
  const grammar = await registry.loadGrammar('source.grid')
  if (grammar === null) throw new Error('The grammar does not name itself source.grid')
  return grammar
}

const grammar = await loadGrammar()

/** The class at each offset of a text; none where no scope tells one. */
export function textmateClasses(source: string): (string | undefined)[] {
  const classes: (string | undefined)[] = new Array(source.length).fill(undefined)
  let state = textmate.INITIAL
  let offset = 0
  for (const line of source.split('\n')) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state)
    for (const { startIndex, endIndex, scopes } of tokens)
      classes.fill(classOf(scopes), offset + startIndex, offset + Math.min(endIndex, line.length))
    state = ruleStack
    offset += line.length + 1
  }
  return classes
}

/** The innermost scope that tells a class. */
function classOf(scopes: readonly string[]): TokenClass | undefined {
  for (const scope of [...scopes].reverse())
    for (const [start, name] of kinds) if (scope.startsWith(start)) return name
  return undefined
}
