// An issue that waits for a person: one sentence, and the possible answers with their consequences. Where
// the outcome is unknown no answer is more likely than another, so none is primary.

import type { WorkflowIssue } from '@cellwake/client'
import { useState } from 'react'
import { useShortcut } from '../../app/shortcuts.ts'
import { client } from '../../data/client.ts'
import { useMay } from '../../data/rights.ts'
import { act } from '../../data/workflows.ts'
import { Button } from '../../parts/button.tsx'
import { Sent } from './sent.tsx'
import { type Choice, choicesOf } from './words.ts'

export function Issue({ name, issue }: { name: string; issue: WorkflowIssue }) {
  const mayAct = useMay('write')
  const [isBusy, setBusy] = useState(false)
  const answer = async (choice: Choice) => {
    setBusy(true)
    await act(name, choice.done, () => send(name, choice.action))
    setBusy(false)
  }
  const choices = choicesOf(issue.actions)
  return (
    <div className="issue" role="alert">
      <p className="sent">{issue.sentence}</p>
      {mayAct ? (
        <div className="choices">
          {choices.map((choice, i) => (
            <Answer
              key={choice.action}
              choice={choice}
              number={i + 1}
              isBusy={isBusy}
              onAnswer={() => void answer(choice)}
            />
          ))}
        </div>
      ) : (
        <p className="muted">Somebody whose token has the scope write can decide it.</p>
      )}
      {issue.kind === 'reconciliation' && <Sent name={name} />}
    </div>
  )
}

function Answer({
  choice,
  number,
  isBusy,
  onAnswer,
}: {
  choice: Choice
  number: number
  isBusy: boolean
  onAnswer: () => void
}) {
  useShortcut(String(number), choice.verb, onAnswer)
  return (
    <div>
      <Button keys={String(number)} disabled={isBusy} onClick={onAnswer}>
        {choice.verb}
      </Button>
      <p>{choice.consequence}</p>
    </div>
  )
}

function send(name: string, action: string): Promise<unknown> {
  switch (action) {
    case 'approve':
      return client.approveMutation({ name })
    case 'reject':
      return client.rejectMutation({ name })
    case 'reject-keep':
      return client.rejectMutation({ name }, { keep: true })
    case 'resume':
      return client.resumeWorkflow({ name })
    case 'pause':
      return client.pauseWorkflow({ name })
    default:
      return client.resolveMutation({ name }, { answer: action as MutationAnswer })
  }
}

type MutationAnswer = 'happened' | 'did-not-happen' | 'skip' | 'check-again'
