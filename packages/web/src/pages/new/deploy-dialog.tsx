// The deploy dialog: a dry run on the server, and then the deploy.

import { ApiError, type DeployedView } from '@cellwake/client'
import { useState } from 'react'
import { navigate, to } from '../../app/router.ts'
import { client } from '../../data/client.ts'
import { afterDeploy } from '../../data/models.ts'
import { useQuery } from '../../data/query.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { counted, formatCount } from '../../parts/format.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { Answer } from '../../parts/states.tsx'
import { toast } from '../../parts/toast.tsx'

export function DeployDialog({
  id,
  source,
  rules,
  onClose,
}: {
  id: string
  source: string
  rules: number
  onClose: () => void
}) {
  const [problem, setProblem] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const plan = useQuery(`plan:${id}:${source}`, () =>
    client.deploy({}, { id, source, dryRun: true }),
  )
  const deploy = async () => {
    setRunning(true)
    try {
      const { version } = await client.deploy({}, { id, source })
      afterDeploy(id)
      navigate(to.model(id))
      toast({ glyph: 'ready', text: `${id} runs version ${formatCount(version)}.` })
    } catch (error) {
      setRunning(false)
      const why = error instanceof ApiError ? error.message : 'The server did not answer.'
      setProblem(`${why} Nothing was deployed.`)
    }
  }
  return (
    <Dialog title={`Deploy ${id}`} onClose={onClose}>
      <Answer query={plan} what="what it will do" failed="The server refuses this model.">
        {(answer) => (
          <>
            <Consequences plan={answer} rules={rules} />
            {problem !== undefined && (
              <p role="alert">
                <Glyph name="failed" /> {problem}
              </p>
            )}
            <footer>
              <Button onClick={onClose}>Go back to the text</Button>
              <Button kind="primary" autoFocus disabled={isRunning} onClick={() => void deploy()}>
                {isRunning ? 'Deploying…' : `Deploy version ${formatCount(answer.version)}`}
              </Button>
            </footer>
          </>
        )}
      </Answer>
    </Dialog>
  )
}

/** The server compares symbols; the rules are in the text. */
function Consequences({ plan, rules }: { plan: DeployedView; rules: number }) {
  const { version } = plan
  const isNew = version === 1
  const ids = new Set(plan.rules.map(({ id }) => id))
  const cells = (symbols: readonly string[]) => symbols.filter((symbol) => !ids.has(symbol)).length
  const [kept, added, dropped] = [cells(plan.kept), cells(plan.added), cells(plan.dropped)]
  return (
    <ul className="consequences">
      <li>
        {isNew
          ? 'A new model. It computes at once and keeps what is set.'
          : `Version ${formatCount(version)} of a model that runs. Inputs that both have keep their values.`}
      </li>
      {!isNew && (
        <li>
          {counted(kept, 'cell')} as before, {formatCount(added)} new or changed,{' '}
          {formatCount(dropped)} dropped.
        </li>
      )}
      <li>
        {rules === 0
          ? 'It has no rules: it computes, but does not act.'
          : isNew
            ? `${counted(rules, 'rule begins', 'rules begin')} at once.`
            : `${counted(rules, 'rule')}. Those with the same trigger go on with what they remember; others begin anew, and those that are gone stop.`}
      </li>
      <li className="muted">Older versions stay; you can go back to them.</li>
    </ul>
  )
}
