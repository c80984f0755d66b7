// Classes by the editor's grammar: the tags that a theme would colour.
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight'
import { editorParser } from '../../src/editor/index.ts'
import type { TokenClass } from './classes.ts'

const kinds: Record<TokenClass, readonly (typeof tags.comment)[]> = {
  comment: [tags.comment],
  string: [tags.string],
  number: [tags.number],
  keyword: [tags.keyword, tags.bool, tags.null, tags.standard(tags.variableName)],
  function: [tags.function(tags.variableName), tags.function(tags.propertyName)],
  cell: [tags.atom, tags.namespace],
  name: [tags.variableName, tags.propertyName, tags.labelName, tags.className, tags.typeName],
  operator: [tags.operator, tags.punctuation],
  error: [tags.special(tags.literal)],
}

const highlighter = tagHighlighter(
  Object.entries(kinds).flatMap(([name, list]) => list.map((tag) => ({ tag, class: name }))),
)

/** The class at each offset of a text; none where nothing is coloured. */
export function editorClasses(source: string): (string | undefined)[] {
  const classes: (string | undefined)[] = new Array(source.length).fill(undefined)
  highlightTree(editorParser.parse(source), highlighter, (from, to, name) => {
    classes.fill(name, from, to)
  })
  return classes
}

/** Where the editor's tree has mistakes. */
export function editorMistakes(source: string): number[] {
  const places: number[] = []
  editorParser.parse(source).iterate({
    enter(node) {
      if (node.type.isError) places.push(node.from)
    },
  })
  return places
}
