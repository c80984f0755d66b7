// Goal: a tree that is kept up to date while someone types is the tree of the whole text.
// Method: seeded edits of the corpus, one after the other; after each, the tree from the pieces of the
// last one is compared with a fresh one.
import { type Tree, TreeFragment } from '@lezer/common'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editorParser } from '../../src/editor/index.ts'
import { corpus } from '../support/tree.ts'

const typed = [
  ' ',
  '\n',
  '#',
  '"',
  '`',
  '{',
  '}',
  '(',
  ')',
  '1',
  'A1',
  ' = ',
  ',',
  '# x\n',
  'END',
  '',
]

const edit = fc.record({
  at: fc.nat(),
  length: fc.nat(4),
  text: fc.constantFrom(...typed),
})

/** Nodes with their places, so that two trees can be compared. */
function shape(tree: Tree): string[] {
  const nodes: string[] = []
  tree.iterate({
    enter: ({ name, from, to }) => {
      nodes.push(`${name} ${from}-${to}`)
    },
  })
  return nodes
}

describe.each(corpus('valid').filter(({ source }) => source !== ''))(
  'typing in $name',
  ({ source }) => {
    it('gives the tree of the whole text after every edit', () => {
      const property = fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        let text = source
        let tree = editorParser.parse(text)
        let fragments = TreeFragment.addTree(tree)
        for (const { at, length, text: insert } of edits) {
          const from = at % (text.length + 1)
          const to = Math.min(text.length, from + length)
          text = text.slice(0, from) + insert + text.slice(to)
          const change = { fromA: from, toA: to, fromB: from, toB: from + insert.length }
          fragments = TreeFragment.applyChanges(fragments, [change])
          tree = editorParser.parse(text, fragments)
          fragments = TreeFragment.addTree(tree, fragments)
          expect(shape(tree)).toEqual(shape(editorParser.parse(text)))
        }
      })
      fc.assert(property, { numRuns: 40, seed: 1 })
    })
  },
)
