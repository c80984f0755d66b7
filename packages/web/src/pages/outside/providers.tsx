// The provider of each external function. A try reaches it now, without a call of a model.

import type { ProviderView } from '@cellwake/client'
import { to } from '../../app/router.ts'
import { client } from '../../data/client.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { Link } from '../../parts/link.tsx'
import { TryIt } from './try-it.tsx'

export function Providers({
  providers,
  mayTry,
}: {
  providers: readonly ProviderView[]
  mayTry: boolean
}) {
  return (
    <section className="sec">
      <h2>Functions</h2>
      <ul className="reach">
        {providers.map((provider) => (
          <Provider key={provider.functions[0]} provider={provider} mayTry={mayTry} />
        ))}
      </ul>
    </section>
  )
}

function Provider({ provider: view, mayTry }: { provider: ProviderView; mayTry: boolean }) {
  const { functions, route, provider, state, missing, triable } = view
  const [first = ''] = functions
  return (
    <li>
      <div className="reach-name">
        <Glyph name={state === 'unconfigured' ? 'idle' : 'ready'} label={words[state]} />
        <span>
          {functions.map((name) => (
            <Link key={name} to={to.function(name)}>
              <code className="k-ext">{name}</code>
            </Link>
          ))}
        </span>
      </div>
      <div className="reach-what">
        {missing === undefined ? (
          <code>{provider ?? 'code of your own'}</code>
        ) : (
          <span className="muted">
            No provider. Add the setting <Setting text={missing} />
          </span>
        )}
        <span className="faint nw">route {route}</span>
      </div>
      {mayTry && triable && (
        <TryIt label={`Try ${first}`} run={() => client.tryProvider({ function: first })} />
      )}
    </li>
  )
}

const words = {
  configured: 'has a provider',
  unconfigured: 'has no provider',
  own: 'is your own',
} as const

/** `outside.fx, such as …`: the setting is code, and so is the example. */
function Setting({ text }: { text: string }) {
  const [, name = text, rest = ''] = /^([\w.]+)(.*)$/s.exec(text) ?? []
  return (
    <>
      <code>{name}</code>
      {rest}
    </>
  )
}
