// `20min` is a number to the grammar; to a reader it is a time, and has the colour of times.

import { syntaxTree } from '@codemirror/language'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
} from '@codemirror/view'

const durationShape = /^\d[\d_.]*(ms|s|min|h|d|w)$/i
const time = Decoration.mark({ class: 'k-time' })

const matcher = new MatchDecorator({
  regexp: /\d[\d_.]*[a-z]+/gi,
  decorate(add, from, to, [text], view) {
    if (!durationShape.test(text)) return
    // Not in comments and texts.
    if (syntaxTree(view.state).resolveInner(from, 1).name === 'NumberLiteral') add(from, to, time)
  },
})

export const durationColour = ViewPlugin.define<{
  marks: DecorationSet
  update: (u: Update) => void
}>(
  (view) => {
    const plugin = {
      marks: matcher.createDeco(view),
      update(update: Update) {
        plugin.marks = matcher.updateDeco(update, plugin.marks)
      },
    }
    return plugin
  },
  { decorations: ({ marks }) => marks },
)

type Update = Parameters<MatchDecorator['updateDeco']>[0] & { readonly view: EditorView }
