// The library of Lua with the functions that one model uses, and no others. It works on the text of the chunk: modules are
// recognised by the form in which `lua/build.ts` writes them; only reachable ones stay (tree shaking).

import { EmitError } from '../errors.ts'

interface Module {
  readonly name: string
  readonly text: string
  readonly needs: readonly string[]
}

/** Entry points, called by the host. */
const ROOTS = [
  'interpret/library',
  'interpret/json',
  'interpret/operations',
  'interpret/symbols',
  'context',
  'primitives',
  'values',
  'limits',
  'lualib_bundle',
]

const OPENING = /^modules\["([^"]+)"\] = function\(/gm

export function prunedChunk(chunk: string, functions: readonly string[]): string {
  const starts = [...chunk.matchAll(OPENING)]
  const first = starts[0]
  const end = chunk.lastIndexOf('\nend\n')
  if (first === undefined || end < 0) throw new EmitError(0, 'the chunk holds no modules')
  const modules = new Map<string, Module>()
  starts.forEach(({ index, 1: name = '' }, i) => {
    const text = chunk.slice(index, starts[i + 1]?.index ?? end + 1)
    const needs = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, needed = '']) => needed)
    modules.set(name, { name, text, needs })
  })
  const library = prunedLibrary(modules, functions)
  modules.set('library', library)
  const kept = new Set<string>()
  const waiting = [...ROOTS]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const module = modules.get(name)
    if (module === undefined || kept.has(name)) continue
    kept.add(name)
    waiting.push(...module.needs)
  }
  const texts = [...modules.values()].filter(({ name }) => kept.has(name)).map(({ text }) => text)
  return chunk.slice(0, first.index) + texts.join('') + chunk.slice(end + 1)
}

/** A module that knows these functions. */
function prunedLibrary(modules: ReadonlyMap<string, Module>, functions: readonly string[]): Module {
  const whole = modules.get('library')!
  const groups = whole.needs.filter((name) => name.startsWith('functions/'))
  const lines: string[] = []
  const needs: string[] = []
  for (const name of functions) {
    // Some groups only use it; which of them has it, Lua finds out.
    const found = groups.filter((group) => defines(modules, group, name))
    if (found.length === 0) throw new EmitError(0, `the chunk has no function ${name}`)
    const places: string[] = []
    for (const group of found) {
      const opened = `require("${group}")\nlocal `
      const at = whole.text.indexOf(opened)
      const variable = at < 0 ? '' : whole.text.slice(at + opened.length).split(' ')[0]
      if (variable === '') throw new EmitError(0, `the chunk has no group ${group}`)
      if (!needs.includes(group)) needs.push(group)
      places.push(`require("${group}").${variable}["${name}"]`)
    }
    lines.push(`functions["${name}"] = ${places.join(' or ')}`)
  }
  const text = `modules["library"] = function(require, tostring, math)
local functions = {}
${lines.join('\n')}
return { functions = functions }
end
`
  return { name: 'library', text, needs }
}

/** Whether a group, or a module of it, defines a function. */
function defines(modules: ReadonlyMap<string, Module>, group: string, name: string): boolean {
  const key = name.replaceAll('.', '\\.')
  const pattern = new RegExp(`(^|[\\s{,])(\\["${key}"\\]|${key}) = `)
  const seen = new Set<string>()
  const waiting = [group]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const module = modules.get(at)
    if (module === undefined || seen.has(at)) continue
    seen.add(at)
    if (pattern.test(module.text)) return true
    for (const needed of module.needs) if (needed.startsWith('functions/')) waiting.push(needed)
  }
  return false
}
