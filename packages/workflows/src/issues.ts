// The issue of a workflow, in one sentence, with the actions that resolve it.

import { iso } from './json.ts'
import type { Hold } from './records.ts'

export interface IssueView {
  readonly kind: string
  readonly sentence: string
  readonly actions: string[]
}

/** The wait, in a sentence, and who can do what about it. */
export function issueOf(workflow: string, hold: Hold): IssueView {
  const { because, message, handler } = hold
  const tool = hold.tool ?? 'a tool'
  const said = sentence(message)
  switch (hold.kind) {
    case 'retry': {
      const text = `${handler} of ${workflow} ${retryWords(hold, said)}`
      return issue(because, text, ['resume', 'pause'])
    }
    case 'fix':
      return issue('logic', `${handler} of ${workflow} failed: ${said} A fix is being made.`, [
        'pause',
      ])
    case 'reconcile': {
      const text = `Nobody knows yet whether ${tool} did what ${workflow} asked: ${said} It is checked again at ${iso(hold.at!)}.`
      return issue('reconciliation', text, ANSWERS)
    }
    case 'person':
      return personIssue(workflow, hold, tool, said)
  }
}

function retryWords({ because, at }: Hold, said: string): string {
  const again = `It is tried again at ${iso(at!)}.`
  switch (because) {
    case 'transient':
    case 'logic':
      return `failed: ${said} ${again}`
    case 'crashed':
      return `was interrupted. ${again}`
    default:
      return 'goes on now, as somebody has decided.'
  }
}

const ANSWERS_WITHOUT_CHECK = ['happened', 'did-not-happen', 'skip']
const ANSWERS = [...ANSWERS_WITHOUT_CHECK, 'check-again']

function personIssue(workflow: string, hold: Hold, tool: string, said: string): IssueView {
  const { because, handler } = hold
  switch (because) {
    case 'approval':
      return issue(
        'approval',
        `${workflow} waits for your approval: ${sentence(hold.preview ?? '')}`,
        ['approve', 'reject'],
      )
    case 'auth':
      return issue('auth', `${workflow} waits for you to reconnect ${tool}: ${said}`, [
        'approve',
        'reject',
        'resume',
      ])
    case 'permission':
      return issue('permission', `${workflow} waits for your permission: ${said}`, [
        'approve',
        'reject',
        'resume',
      ])
    case 'unknown':
      return issue(
        'reconciliation',
        `Nobody knows whether ${tool} did what ${workflow} asked: ${said} Look there, and say what came of it.`,
        hold.cannotCheck === true ? ANSWERS_WITHOUT_CHECK : ANSWERS,
      )
    case 'internal':
      return issue(
        'internal',
        `${workflow} was stopped by a fault that is not its own, in ${handler}: ${said}`,
        ['resume'],
      )
    case 'transient':
      return issue('transient', `${handler} of ${workflow} failed again and again: ${said}`, [
        'resume',
        'pause',
      ])
    default:
      return issue(
        'logic',
        `${handler} of ${workflow} failed: ${said} Deploy a corrected version, or try again.`,
        ['resume', 'deploy'],
      )
  }
}

function issue(kind: string, text: string, actions: readonly string[]): IssueView {
  return { kind, sentence: text, actions: [...actions] }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** Nothing is held, and yet it does not run. */
export function notHeld(name: string, paused: boolean, isHere: boolean): IssueView | undefined {
  if (paused) return issue('paused', `${name} was paused by somebody.`, ['resume'])
  if (isHere) return undefined
  return issue('not-here', `The code of ${name} is not loaded on this host.`, ['deploy'])
}
