// A simulation in virtual time: its length, planned sets, cells to follow. It does not touch the live model.

import { useMemo, useState } from 'react'
import { useSearchParam } from '../../app/router.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { client } from '../../data/client.ts'
import { useModel, useRules } from '../../data/models.ts'
import { useQuery } from '../../data/query.ts'
import { Button, Segments } from '../../parts/button.tsx'
import { Glyph } from '../../parts/glyph.tsx'
import { Failure } from '../../parts/states.tsx'
import { useZone } from '../../parts/zone-scope.tsx'
import { keptDraft } from '../source/draft.ts'
import { Answers } from './answers.tsx'
import { calledIn } from './answers-asked.ts'
import { type Attempt, emptyAttempt, requestOf, spans } from './attempt.ts'
import { Followed } from './followed.tsx'
import { Results } from './results.tsx'
import { Sets } from './sets.tsx'
import { useSimulation } from './use-simulation.ts'
import { Waiting } from './waiting.tsx'
import './simulate.css'

export function SimulatePage({ id }: { id: string }) {
  const [draftAsked] = useSearchParam('draft')
  const draft = useMemo(
    () => (draftAsked === undefined ? undefined : keptDraft(id)?.text),
    [draftAsked, id],
  )
  const rules = useRules(id).data?.rules
  const names = useModel(id).data?.names ?? []
  const external = useExternal(id, draft)
  const zone = useZone()
  const [attempt, setAttempt] = useState<Attempt>(emptyAttempt)
  const suggested = useMemo(
    () =>
      [...new Set(rules?.flatMap(({ reads, writes }) => [...reads, ...writes]))].filter(
        (one) => !one.includes(':'),
      ),
    [rules],
  )
  const follow = attempt.follow ?? suggested.slice(0, 3)
  const { state, run, cancel } = useSimulation(id)
  const [problem, setProblem] = useState<string>()
  const start = () => {
    const request = requestOf({ ...attempt, follow }, Date.now(), draft, zone)
    if ('problem' in request) {
      setProblem(request.problem)
      return
    }
    setProblem(undefined)
    run(request)
  }
  useShortcut('Ctrl Enter', 'Simulate', start)
  return (
    <div className="page simulate">
      <div className="head">
        <div>
          <h1>Simulate</h1>
          <p className="lede">
            {draft === undefined
              ? 'A copy of the model goes through time that is not real. The model that runs notices nothing.'
              : 'The text that you have not deployed yet goes through time that is not real.'}
          </p>
        </div>
      </div>
      <form
        className="attempt"
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        <div className="attempt-row">
          <span className="name">How long</span>
          <Segments
            label="How long"
            value={attempt.span}
            onChoose={(span) => setAttempt({ ...attempt, span })}
            choices={spans.map(({ name, text }) => ({ value: name, text }))}
          />
        </div>
        <div className="attempt-row">
          <span className="name">Begins with</span>
          <Segments
            label="Begins with"
            value={attempt.fromNow ? 'now' : 'text'}
            onChoose={(value) => setAttempt({ ...attempt, fromNow: value === 'now' })}
            choices={[
              { value: 'now', text: 'The inputs as they are now' },
              { value: 'text', text: 'The values in the text' },
            ]}
          />
        </div>
        <Sets
          sets={attempt.sets}
          names={names}
          onChange={(sets) => setAttempt({ ...attempt, sets })}
        />
        {external.length + attempt.answers.length > 0 && (
          <Answers
            answers={attempt.answers}
            functions={external}
            onChange={(answers) => setAttempt({ ...attempt, answers })}
          />
        )}
        <Followed
          follow={follow}
          names={[...new Set([...suggested, ...names])]}
          onChange={(next) => setAttempt({ ...attempt, follow: next })}
        />
        {problem !== undefined && (
          <p role="alert">
            <Glyph name="failed" /> {problem}
          </p>
        )}
        <div className="attempt-row">
          <span className="name" />
          <Button
            kind="primary"
            type="submit"
            keys="Ctrl Enter"
            disabled={state.state === 'running'}
          >
            Simulate {spans.find(({ name }) => name === attempt.span)?.text}
          </Button>
        </div>
      </form>
      {state.state === 'running' && <Waiting since={state.since} onCancel={cancel} />}
      {state.state === 'cancelled' && (
        <p className="muted" role="status">
          Cancelled. Nothing was changed.
        </p>
      )}
      {state.state === 'failed' && (
        <Failure error={state.error} title="The simulation did not end well." />
      )}
      {state.state === 'done' && (
        <Results id={id} asked={state.request} result={state.result} rules={rules ?? []} />
      )}
    </div>
  )
}

/** The external functions that the text calls. */
function useExternal(id: string, draft: string | undefined): readonly string[] {
  const functions = useQuery('functions', () => client.functions()).data?.functions
  const deployed = useQuery(`model:${id}:source`, () => client.source({ id })).data?.source
  const source = draft ?? deployed
  return useMemo(
    () => (source === undefined || functions === undefined ? [] : calledIn(source, functions)),
    [source, functions],
  )
}
