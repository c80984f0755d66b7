// The editor: CodeMirror in a shadow root. Its styles are made by scripts; in the page itself the content security
// policy refuses them, in a shadow root they are adopted style sheets, which it allows.

import { folds } from '@cellwake/language/editor'
import { autocompletion, closeBrackets } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import {
  bracketMatching,
  foldNodeProp,
  indentUnit,
  LRLanguage,
  syntaxHighlighting,
} from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import buttonCss from '../../parts/button.css?inline'
import glyphCss from '../../parts/glyph.css?inline'
import { gridParser, syntaxClasses } from '../../parts/syntax.ts'
import codeHuesCss from '../../styles/code-hues.css?inline'
import huesCss from '../../styles/status-hues.css?inline'
import editorCss from './editor.css?inline'
import { completionOf, type Described, hoverHelp } from './editor-help.ts'
import { editorMarks, type Known, showKnown } from './editor-marks.ts'
import paletteCss from './editor-palette.css?inline'
import { fixAtCursor, mend } from './fixes.ts'
import { timeColour } from './time-colour.ts'

const language = LRLanguage.define({
  name: 'grid',
  parser: gridParser.configure({
    props: [
      foldNodeProp.add((type) =>
        folds[type.name] === undefined
          ? undefined
          : (node, state) => ({ from: state.doc.lineAt(node.from).to, to: node.to }),
      ),
    ],
  }),
  languageData: {
    commentTokens: { line: '#', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', '{', '"', '`'] },
  },
})

export interface EditorHandle {
  focus(): void
  /** Puts the cursor at an offset and shows it. */
  goTo(offset: number): void
  /** As it is this moment: the page's state may be a keystroke behind. */
  text(): string
  /** Replaces the text; `onChange` is called. */
  replace(text: string): void
}

export interface EditorProps {
  /** The initial text. From then on the text is the editor's, which is always ahead of the page. */
  readonly text: string
  readonly onChange: (text: string) => void
  readonly known: Known
  readonly describe: (symbol: string) => Described
  readonly onDeploy: () => void
  readonly onFormat: () => void
  /** Fixed when the editor is made. */
  readonly isReadOnly: boolean
  readonly handle: RefObject<EditorHandle | null>
}

export function Editor(props: EditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const newest = useRef(props)
  newest.current = props
  useImperativeHandle(props.handle, () => ({
    focus: () => view.current?.focus(),
    goTo(offset) {
      const editor = view.current
      if (editor === undefined) return
      const anchor = Math.min(offset, editor.state.doc.length)
      editor.dispatch({
        selection: { anchor },
        effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      })
      editor.focus()
    },
    text: () => view.current?.state.doc.toString() ?? newest.current.text,
    replace(text) {
      const editor = view.current
      if (editor === undefined || editor.state.doc.toString() === text) return
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } })
    },
  }))
  useEffect(() => {
    const element = host.current
    if (element === null) return
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const made = new EditorView({
      root,
      parent: root,
      state: EditorState.create({ doc: newest.current.text, extensions: extensions(newest) }),
    })
    // After the editor's own style sheets, so that they win.
    root.adoptedStyleSheets = [...root.adoptedStyleSheets.slice(0, 1), ...ownSheets()]
    view.current = made
    return () => {
      made.destroy()
      view.current = undefined
    }
  }, [])
  useEffect(() => {
    const editor = view.current
    // The diagnosis is of another text: the next one brings it.
    if (editor?.state.doc.toString() !== props.known.diagnosis.source) return
    editor.dispatch({ effects: showKnown.of(props.known) })
  }, [props.known])
  return (
    <div
      ref={(element) => {
        host.current = element
        // Letters typed into the editor are not shortcuts of the page, whose listener sees only this box.
        element?.addEventListener('keydown', keepLetters)
        return () => element?.removeEventListener('keydown', keepLetters)
      }}
      className="editor"
    />
  )
}

function keepLetters(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
}

let sheets: CSSStyleSheet[] | undefined

function ownSheets(): CSSStyleSheet[] {
  sheets ??= [glyphCss, buttonCss, codeHuesCss, huesCss, paletteCss, editorCss].map((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    return sheet
  })
  return sheets
}

function extensions(newest: RefObject<EditorProps>) {
  const run = (act: () => void) => () => {
    act()
    return true
  }
  return [
    lineNumbers(),
    EditorState.readOnly.of(newest.current.isReadOnly),
    history(),
    drawSelection(),
    highlightActiveLine(),
    bracketMatching(),
    closeBrackets(),
    highlightSelectionMatches(),
    search({ top: true }),
    indentUnit.of('  '),
    language,
    syntaxHighlighting(syntaxClasses),
    timeColour,
    editorMarks(mend),
    hoverHelp((symbol) => newest.current.describe(symbol)),
    autocompletion({
      override: [completionOf(() => newest.current.known.diagnosis.names)],
      icons: false,
    }),
    EditorView.contentAttributes.of({ 'aria-label': 'Source of the model', spellcheck: 'false' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) newest.current.onChange(update.state.doc.toString())
    }),
    keymap.of([
      { key: 'Mod-s', run: run(() => newest.current.onDeploy()), preventDefault: true },
      { key: 'Shift-Alt-f', run: run(() => newest.current.onFormat()), preventDefault: true },
      { key: 'Alt-Enter', run: (view) => fixAtCursor(view, newest.current.known.diagnosis) },
      ...searchKeymap,
      ...historyKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
  ]
}
