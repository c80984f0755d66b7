// The functions of the language: found by name or by meaning, each with its call, its meaning and examples.

import type { FunctionView } from '@cellwake/client'
import { useEffect, useRef, useState } from 'react'
import type { PageProps } from '../../app/pages.ts'
import { navigate, to } from '../../app/router.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { formatCount } from '../../parts/format.ts'
import { Link } from '../../parts/link.tsx'
import { Answer, Empty } from '../../parts/states.tsx'
import { FunctionDetail } from './detail.tsx'
import { categoriesOf, foundFunctions } from './found.ts'
import './functions.css'

export function FunctionsPage({ item }: PageProps) {
  const query = useQuery('functions', () => client.functions())
  return (
    <div className="page">
      <Answer query={query} what="the functions" failed="The functions could not be read.">
        {({ functions }) => <Catalogue all={functions} chosen={item} />}
      </Answer>
    </div>
  )
}

function Catalogue({ all, chosen }: { all: readonly FunctionView[]; chosen: string | undefined }) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const found = foundFunctions(all, typed)
  const isSearch = typed.trim() !== ''
  const groups = isSearch ? [{ name: 'Found', functions: found }] : categoriesOf(found)
  const open = all.find((fn) => fn.name.toLowerCase() === chosen?.toLowerCase())
  useShortcut('f', 'Search the functions', () => field.current?.focus())
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className={chosen === undefined ? 'fns' : 'fns chosen'}>
      <div className="fns-side">
        <h1>Functions</h1>
        <p className="muted">
          {formatCount(all.length)} of them; case does not matter.{' '}
          <Link to={to.outside}>Who answers external ones</Link>
        </p>
        <input
          ref={field}
          className="field"
          type="search"
          aria-label="Search the functions"
          placeholder="Name, or what it does"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            const [first] = found
            if (event.key === 'Enter' && first !== undefined) navigate(to.function(first.name))
          }}
        />
        <div ref={list} className="fns-list">
          {found.length === 0 && <p className="muted">No function fits. Try another word.</p>}
          {groups.map((group) => (
            <section key={group.name}>
              <h2>
                {group.name} <span className="faint">{formatCount(group.functions.length)}</span>
              </h2>
              <ul>
                {group.functions.map((fn) => (
                  <li key={fn.name}>
                    <Link to={to.function(fn.name)} aria-current={fn === open ? 'true' : undefined}>
                      <code className={fn.external ? 'k-ext' : ''}>{fn.name}</code>
                      <span>{fn.summary}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
      <div className="fns-main">
        {open !== undefined && <FunctionDetail fn={open} all={all} />}
        {open === undefined && chosen !== undefined && (
          <Empty title={`There is no function called ${chosen}.`}>Look for it in the list.</Empty>
        )}
        {chosen === undefined && (
          <Empty title="Choose a function.">
            Each has its call, what it does, and examples that are run as tests. In a formula:{' '}
            <code>total = SUM(C2:C17)</code>
          </Empty>
        )}
      </div>
    </div>
  )
}
