// The deploy bar: the changes with their consequences, and the button. Errors take its place.

import type { CellsBySymbol, RuleView } from '@cellwake/client'
import { to } from '../../app/router.ts'
import { DEPLOY_MAX_LINES } from '../../limits.ts'
import { Button } from '../../parts/button.tsx'
import { counted, formatCount } from '../../parts/format.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { Link } from '../../parts/link.tsx'
import { useZone } from '../../parts/zone-scope.tsx'
import { consequences } from './consequences.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { DeployState, Plan } from './use-deploy.ts'
import './deploy-bar.css'

export function DeployBar({
  id,
  version,
  diagnosis,
  isChecked,
  rules,
  plan,
  cells,
  state,
  onDeploy,
  onDiscard,
  onFix,
}: {
  id: string
  /** The version that the text was begun from. */
  version: number
  diagnosis: Diagnosis
  /** Whether the diagnosis is of this very text: a letter typed just now waits for its check. */
  isChecked: boolean
  rules: readonly RuleView[]
  plan: Plan | undefined
  cells: CellsBySymbol | undefined
  state: DeployState
  onDeploy: () => void
  onDiscard: () => void
  /** Goes to the first error. */
  onFix: () => void
}) {
  const { errors } = diagnosis
  const { kept, added, dropped, changes } = consequences(
    diagnosis,
    rules,
    plan?.answer,
    cells,
    useZone(),
  )
  const shown = changes.slice(0, DEPLOY_MAX_LINES)
  return (
    <section className="deploy" aria-label="Deploy">
      <div>
        {errors === 0 && (
          <>
            <p className="diffsum" role="status">
              <b>{kept === 0 ? 'No rule' : counted(kept, 'rule')} kept</b>
              {added > 0 && <b className="c-ready">{formatCount(added)} new</b>}
              {dropped > 0 && <b className="c-failed">{formatCount(dropped)} dropped</b>}
              <span className="muted hide-phone">
                {plan === undefined
                  ? 'Asking what else changes'
                  : 'inputs, last values and armed gates of what is kept stay'}
              </span>
            </p>
            <ul className="difflist">
              {shown.map(({ sign, name, what }) => (
                <li key={`${sign}${name}`}>
                  <span
                    className={`sign ${sign === '+' ? 'c-ready' : sign === '−' ? 'c-failed' : 'faint'}`}
                  >
                    {sign}
                  </span>
                  <span>
                    <b>{name}</b>, {what}
                  </span>
                </li>
              ))}
              {changes.length > shown.length && (
                <li className="faint">and {formatCount(changes.length - shown.length)} more</li>
              )}
            </ul>
          </>
        )}
        {errors > 0 && (
          <p className="diffsum" role="status">
            <b className="c-failed">{counted(errors, 'error')}</b>
            <span className="muted">Version {formatCount(version)} goes on as it is.</span>
          </p>
        )}
        {(state.state === 'failed' || plan?.error !== undefined) && (
          <p role="alert">
            <Glyph name="failed" /> {state.state === 'failed' ? state.message : plan?.error}
          </p>
        )}
      </div>
      <div className="acts">
        <Button kind="quiet" onClick={onDiscard}>
          Discard
        </Button>
        {errors === 0 && (
          <Link className="btn plain" to={to.model(id, 'simulate', { draft: '1' })}>
            Simulate a day
          </Link>
        )}
        {errors > 0 ? (
          <Button kind="primary" onClick={onFix}>
            Fix {counted(errors, 'error')}
          </Button>
        ) : (
          <Button
            kind="primary"
            keys="Ctrl S"
            disabled={!isChecked || state.state === 'running' || plan?.error !== undefined}
            onClick={onDeploy}
          >
            {state.state === 'running'
              ? 'Deploying…'
              : `Deploy version ${formatCount(plan?.answer?.version ?? version + 1)}`}
          </Button>
        )}
      </div>
    </section>
  )
}
