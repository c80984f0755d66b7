// One function: its signature, its meaning, examples with their results.

import type { FunctionView } from '@cellwake/client'
import { to } from '../../app/router.ts'
import { IconButton } from '../../parts/button.tsx'
import { Code } from '../../parts/code.tsx'
import { Glyph } from '../../parts/glyph.tsx'
import { Link } from '../../parts/link.tsx'
import { toast } from '../../parts/toast.tsx'

export function FunctionDetail({ fn, all }: { fn: FunctionView; all: readonly FunctionView[] }) {
  const near = all.filter((other) => other.category === fn.category && other !== fn).slice(0, 12)
  const external = new Set(all.filter((other) => other.external).map((other) => other.name))
  return (
    <article className="fn" aria-labelledby="fn-name">
      <Link className="link fn-back" to={to.functions}>
        All functions
      </Link>
      <h1 id="fn-name" className="mono">
        {fn.name}
      </h1>
      <pre className="fn-call">
        <Code text={fn.signature} external={external} />
      </pre>
      <p className="t15">{fn.description}</p>
      {fn.external && (
        <p className="muted">
          <Glyph name="running" /> Goes outside: its value arrives later, may grow stale, and may
          fail. Not allowed in rules.
        </p>
      )}
      {fn.volatile && (
        <p className="muted">
          <Glyph name="time" /> Depends on the time or on chance: it is computed anew in each pass.
        </p>
      )}
      {fn.examples.length > 0 && (
        <section className="sec">
          <h2>Examples</h2>
          <ul className="fn-examples">
            {fn.examples.map((example) => (
              <li key={example.formula}>
                <pre>
                  <Code text={example.formula} external={external} />
                </pre>
                <span className="mono">{example.result}</span>
                <IconButton
                  icon="copy"
                  label={`Copy ${example.formula}`}
                  onClick={() => void copy(example.formula)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {near.length > 0 && (
        <section className="sec">
          <h2>
            Near it <span className="faint">{fn.category}</span>
          </h2>
          <p className="fn-near">
            {near.map((other) => (
              <Link key={other.name} className="link mono" to={to.function(other.name)}>
                {other.name}
              </Link>
            ))}
          </p>
        </section>
      )}
    </article>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ glyph: 'ready', text: 'Copied.' })
  } catch {
    toast({ glyph: 'failed', text: 'The browser does not allow copying here.' })
  }
}
