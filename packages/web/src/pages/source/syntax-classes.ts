// What each part of a text is called in the style sheet of the editor: rule words violet, times teal, the rest quiet.

import { tagHighlighter, tags } from '@lezer/highlight'

export const syntaxClasses = tagHighlighter([
  { tag: tags.comment, class: 'k-com' },
  { tag: tags.controlKeyword, class: 'k-rule' },
  { tag: [tags.special(tags.string), tags.modifier], class: 'k-time' },
  { tag: tags.string, class: 'k-str' },
  { tag: tags.function(tags.propertyName), class: 'k-ev' },
  { tag: [tags.keyword, tags.definitionKeyword, tags.operatorKeyword], class: 'k-kw' },
  {
    tag: [tags.operator, tags.definitionOperator, tags.arithmeticOperator, tags.compareOperator],
    class: 'k-op',
  },
])
