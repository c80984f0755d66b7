// A new model: from scratch, from an example, or from pasted text. The text is checked while it is written; a
// deploy shows its consequences first.

import { applyFix } from '@cellwake/language'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useSearchParam } from '../../app/router.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { useModels } from '../../data/models.ts'
import { useMay } from '../../data/rights.ts'
import { Button, Segments } from '../../parts/button.tsx'
import { counted } from '../../parts/format.ts'
import { Empty } from '../../parts/states.tsx'
import { DeployDialog } from './deploy-dialog.tsx'
import { diagnose } from './diagnosis.ts'
import { FileDrop } from './file-drop.tsx'
import { looksLikeTable, modelFromTable } from './from-table.ts'
import { NumberedText } from './numbered-text.tsx'
import { Problems } from './problems.tsx'
import { scratch, starters } from './starters.ts'
import './new.css'

type Way = 'scratch' | 'example' | 'paste' | 'file'

export function NewPage() {
  const [way, setWay] = useSearchParam('from')
  const chosen: Way = way === 'example' || way === 'paste' || way === 'file' ? way : 'scratch'
  const [source, setSource] = useState(() => beginning(chosen))
  const begin = (next: Way) => {
    setWay(next === 'scratch' ? undefined : next)
    setSource(beginning(next))
  }
  const mayDeploy = useMay('deploy')
  if (!mayDeploy) {
    return (
      <div className="page new">
        <h1>New model</h1>
        <Empty title="Your token may not deploy.">
          Ask whoever runs this server for one with the scope <code>deploy</code>.
        </Empty>
      </div>
    )
  }
  return (
    <div className="page new">
      <div className="head">
        <div>
          <h1>New model</h1>
          <p className="lede">
            One text: cells, and rules that act on them. Deploy it, and it runs until you delete it.
          </p>
        </div>
        <div className="acts">
          <Segments
            label="Begin from"
            value={chosen}
            onChoose={begin}
            choices={[
              { value: 'scratch', text: 'From scratch' },
              { value: 'example', text: 'From an example' },
              { value: 'paste', text: 'Paste' },
              { value: 'file', text: 'File' },
            ]}
          />
        </div>
      </div>
      <div className={chosen === 'example' ? 'new-body with-list' : 'new-body'}>
        {chosen === 'example' && <Examples source={source} onChoose={setSource} />}
        {chosen === 'file' && <FileDrop onSource={setSource} />}
        <Draft key={chosen} way={chosen} source={source} onChange={setSource} />
      </div>
    </div>
  )
}

function beginning(way: Way): string {
  if (way === 'paste' || way === 'file') return ''
  return way === 'example' ? (starters[0]?.source ?? '') : scratch
}

function Examples({ source, onChoose }: { source: string; onChoose: (source: string) => void }) {
  return (
    <ul className="examples" aria-label="Examples">
      {starters.map((starter) => (
        <li key={starter.name}>
          <button
            type="button"
            aria-pressed={starter.source === source}
            onClick={() => onChoose(starter.source)}
          >
            <b>{starter.title}</b>
            <span>{starter.about}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Draft({
  way,
  source,
  onChange,
}: {
  way: Way
  source: string
  onChange: (source: string) => void
}) {
  const checked = useDeferredValue(source)
  const diagnosis = useMemo(() => diagnose(checked), [checked])
  const [ownId, setOwnId] = useState<string>()
  const [isDeploying, setDeploying] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = ownId ?? diagnosis.id
  const isTaken = useModels().data?.models.some((model) => model.id === id) ?? false
  const isTable = looksLikeTable(source)
  const isEmpty = source.trim() === ''
  const deploy = () => {
    if (diagnosis.errors === 0 && !isEmpty) setDeploying(true)
    else field.current?.focus()
  }
  useShortcut('Ctrl Enter', 'Deploy', deploy)
  const goTo = (start: number, end: number) => {
    field.current?.focus()
    field.current?.setSelectionRange(start, end)
  }
  return (
    <div className="draft">
      <NumberedText
        field={field}
        label="Source of the model"
        placeholder={way === 'paste' ? 'Paste a model, or a table from a spreadsheet' : ''}
        value={source}
        onChange={onChange}
      />
      {isTable && (
        <p className="draft-table">
          This looks like a table.{' '}
          <Button onClick={() => onChange(modelFromTable(source) ?? source)}>
            Make a model of it
          </Button>
        </p>
      )}
      {!isTable && !isEmpty && (
        <Problems
          found={diagnosis.found}
          onGo={goTo}
          onFix={(fix) => onChange(applyFix(source, fix))}
        />
      )}
      <div className="draft-foot">
        <label htmlFor="model-id">Id</label>
        <input
          id="model-id"
          className="field mono"
          autoComplete="off"
          spellCheck={false}
          value={id}
          onChange={(event) => setOwnId(event.target.value)}
        />
        <span className="muted grow">
          {isTaken
            ? 'There is a model with this id; deploying makes a new version of it.'
            : `${counted(diagnosis.rules, 'rule')}. The id is part of every address and stays.`}
        </span>
        <Button
          kind="primary"
          keys="Ctrl Enter"
          disabled={isEmpty || isTable || diagnosis.errors > 0 || id === ''}
          onClick={deploy}
        >
          {diagnosis.errors > 0 && !isEmpty
            ? `Fix ${counted(diagnosis.errors, 'error')}`
            : 'Deploy'}
        </Button>
      </div>
      {isDeploying && (
        <DeployDialog
          id={id}
          source={source}
          rules={diagnosis.rules}
          onClose={() => setDeploying(false)}
        />
      )}
    </div>
  )
}
