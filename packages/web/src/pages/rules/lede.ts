// The rules in one sentence: the one that acts next.

import type { RuleView } from '@cellwake/client'
import { stateWords } from '../../parts/timeline/rule-words.ts'
import type { Zone } from '../../parts/zone.ts'

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

export function lede(rules: readonly RuleView[], now: number, zone: Zone): string {
  const of = (state: RuleView['state']) => rules.filter((rule) => rule.state === state)
  const [armed, throttled, holds] = [of('armed'), of('throttled'), of('true')]
  const parts: string[] = []
  const say = (count: number, one: string, many: string) => {
    if (count > 0) parts.push(`${number(count)} ${count === 1 ? one : many}`)
  }
  say(of('invalid').length, 'cannot run', 'cannot run')
  if (armed.length === 1) {
    const words = stateWords(armed[0]!, now, zone).text.replace('Armed, ', '')
    parts.push(`one is armed and ${words}`)
  } else say(armed.length, 'is armed', 'are armed')
  say(throttled.length, 'is throttled', 'are throttled')
  say(holds.length, 'fired and its condition still holds', 'fired and their conditions still hold')
  say(of('scheduled').length, 'waits for the clock', 'wait for the clock')
  say(of('idle').length, 'waits for its condition', 'wait for their conditions')
  say(of('completed').length, 'is done', 'are done')
  const text = parts.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function number(count: number): string {
  return (numbers[count] ?? String(count)).toLowerCase()
}
