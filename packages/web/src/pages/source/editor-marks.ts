// Decorations of the editor: wavy lines, messages under their lines, live values beside them, calls that go
// outside, and which lines are new.

import type { Diagnostic } from '@cellwake/language'
import { RangeSet, RangeSetBuilder, StateEffect, StateField, type Text } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutterLineClass,
  WidgetType,
} from '@codemirror/view'
import type { GlyphName } from '../../parts/glyph.tsx'
import type { Diagnosis } from './diagnosis.ts'
import { glyphElement } from './glyph-element.ts'

export interface LineValue {
  readonly glyph: GlyphName
  readonly text: string
}

export interface Known {
  readonly diagnosis: Diagnosis
  readonly values: ReadonlyMap<number, LineValue>
  readonly added: ReadonlySet<number>
  readonly removedAfter: ReadonlySet<number>
}

export const showKnown = StateEffect.define<Known>()

interface Drawn {
  readonly known: Known | undefined
  readonly decorations: DecorationSet
  readonly gutter: RangeSet<GutterMarker>
}

const nothing: Drawn = { known: undefined, decorations: Decoration.none, gutter: RangeSet.empty }

/** `onFix` mends a mistake. */
export function editorMarks(onFix: (view: EditorView, diagnostic: Diagnostic) => void) {
  const field = StateField.define<Drawn>({
    create: () => nothing,
    update(drawn, transaction) {
      for (const effect of transaction.effects)
        if (effect.is(showKnown)) return drawnOf(effect.value, transaction.state.doc, onFix)
      if (!transaction.docChanged) return drawn
      // Decorations move with their lines until the new text has been diagnosed.
      return {
        known: drawn.known,
        decorations: drawn.decorations.map(transaction.changes),
        gutter: drawn.gutter.map(transaction.changes),
      }
    },
    provide: (self) => [
      EditorView.decorations.from(self, ({ decorations }) => decorations),
      gutterLineClass.from(self, ({ gutter }) => gutter),
    ],
  })
  return field
}

function drawnOf(
  known: Known,
  doc: Text,
  onFix: (view: EditorView, diagnostic: Diagnostic) => void,
): Drawn {
  const { diagnosis, values, added, removedAfter } = known
  const ranges = []
  for (const { start, end, className } of diagnosis.marks)
    if (end > start && end <= doc.length)
      ranges.push(Decoration.mark({ class: className }).range(start, end))
  for (const one of diagnosis.diagnostics) {
    const start = Math.min(one.start, doc.length)
    const line = doc.lineAt(start)
    const end = Math.min(Math.max(one.end, start + 1), line.to)
    if (end > start)
      ranges.push(Decoration.mark({ class: `squig ${one.severity}` }).range(start, end))
    const widget = new Message(one, onFix)
    ranges.push(Decoration.widget({ widget, block: true, side: 2 }).range(line.to))
  }
  for (const [number, value] of values) {
    if (number > doc.lines) continue
    const { to, length } = doc.line(number)
    ranges.push(Decoration.widget({ widget: new Beside(value, length), side: 1 }).range(to))
  }
  const gutter = new RangeSetBuilder<GutterMarker>()
  for (let number = 1; number <= doc.lines; number++) {
    const marker = added.has(number) ? newLine : removedAfter.has(number) ? goneLine : undefined
    if (marker === undefined) continue
    const { from } = doc.line(number)
    gutter.add(from, from, marker)
  }
  return { known, decorations: Decoration.set(ranges, true), gutter: gutter.finish() }
}

class LineClass extends GutterMarker {
  override elementClass: string
  constructor(name: string) {
    super()
    this.elementClass = name
  }
}

const newLine = new LineClass('is-new')
const goneLine = new LineClass('is-gone')

class Beside extends WidgetType {
  readonly #value: LineValue
  readonly #length: number

  constructor(value: LineValue, length: number) {
    super()
    this.#value = value
    this.#length = length
  }

  override eq(other: Beside): boolean {
    const [a, b] = [this.#value, other.#value]
    return a.text === b.text && a.glyph === b.glyph && this.#length === other.#length
  }

  toDOM(): HTMLElement {
    const box = document.createElement('span')
    // Beside a long line it follows the text; all others stand in one column.
    box.className = this.#length > 76 ? 'lv near' : 'lv'
    box.append(glyphElement(this.#value.glyph), this.#value.text)
    return box
  }

  override ignoreEvent(): boolean {
    return true
  }
}

class Message extends WidgetType {
  readonly #diagnostic: Diagnostic
  readonly #onFix: (view: EditorView, diagnostic: Diagnostic) => void

  constructor(diagnostic: Diagnostic, onFix: (view: EditorView, diagnostic: Diagnostic) => void) {
    super()
    this.#diagnostic = diagnostic
    this.#onFix = onFix
  }

  override eq(other: Message): boolean {
    const [a, b] = [this.#diagnostic, other.#diagnostic]
    return a.start === b.start && a.code === b.code && a.message === b.message
  }

  toDOM(view: EditorView): HTMLElement {
    const { severity, message, code, fix } = this.#diagnostic
    // Space around it is padding: the editor does not see margins, and its line numbers would drift.
    const outer = document.createElement('div')
    outer.className = 'diag-box'
    const box = document.createElement('div')
    outer.append(box)
    box.className = `diag ${severity}`
    box.setAttribute('role', 'note')
    const text = document.createElement('span')
    text.append(glyphElement(severity === 'error' ? 'failed' : 'attention'), message)
    const name = document.createElement('code')
    name.textContent = code
    box.append(text, name)
    if (fix !== undefined) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'btn'
      const key = document.createElement('span')
      key.className = 'key'
      key.textContent = 'Alt Enter'
      button.append(fix.title, key)
      button.addEventListener('click', () => this.#onFix(view, this.#diagnostic))
      box.append(button)
    }
    return outer
  }

  override ignoreEvent(): boolean {
    return true
  }
}
