// Words that differ from numbers and positions by their letters only: times, in the colour of times.

import { syntaxTree } from '@codemirror/language'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
} from '@codemirror/view'
import { isTimeWord } from '../../parts/syntax.ts'

const time = Decoration.mark({ class: 'k-time' })

const matcher = new MatchDecorator({
  regexp: /\d[\d_.]*[a-z]+|scheduled_at/gi,
  decorate(add, from, to, [text], view) {
    if (!isTimeWord(text)) return
    // Not in comments and texts.
    const { name } = syntaxTree(view.state).resolveInner(from, 1)
    if (name === 'NumberLiteral' || name === 'PositionWord') add(from, to, time)
  },
})

export const timeColour = ViewPlugin.define<{
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
