// The tour through the demo's price desk: two minutes, from an input to a deploy. A step names the page it needs
// and the element it points at (`data-tour`); where that is not on the screen the card stands alone.

import type { Section } from './router.ts'

export interface TourStep {
  readonly section: Section
  /** The value of `data-tour` of its anchor. */
  readonly anchor: string
  readonly title: string
  readonly text: string
  /** Goes on by itself when this happens in the model. */
  readonly until?: 'fired' | 'deployed'
}

export const tourSteps: readonly TourStep[] = [
  {
    section: 'sheet',
    anchor: 'input',
    title: 'Change an input',
    text: 'Cells in a well are yours. Choose one, press Enter, type another number, press Enter again.',
  },
  {
    section: 'sheet',
    anchor: 'sheet',
    title: 'Everything that reads it follows',
    text: 'Only what depends on your number was computed again, in one commit. What changed is tinted for a moment.',
  },
  {
    section: 'sheet',
    anchor: 'why',
    title: 'Ask why',
    text: 'Choose a cell with a formula and press w. The panel names the cause and goes back to the origin, step by step.',
  },
  {
    section: 'rules',
    anchor: 'rules',
    title: 'Rules act on their own',
    text: 'WHEN waits for a condition, EVERY and AT for the clock. Each firing happens once, also across a crash.',
    until: 'fired',
  },
  {
    section: 'rules',
    anchor: 'timeline',
    title: 'One axis for what was and what comes',
    text: 'Left of the ink line is what happened, and what did not, with the reason. Right of it is what is coming.',
  },
  {
    section: 'source',
    anchor: 'source',
    title: 'It is all one text',
    text: 'Break something: delete a bracket. The line says what is wrong and often offers to mend it.',
  },
  {
    section: 'source',
    anchor: 'deploy',
    title: 'Fix it and deploy',
    text: 'Mend the line, change a number, and deploy. The bar says first which rules are kept, new or dropped.',
    until: 'deployed',
  },
]
