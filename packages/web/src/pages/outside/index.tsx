// Outside: the providers of the external functions, the missing settings of others, the named connections, and the sinks. No
// secret ever comes to this page.

import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { useMay } from '../../data/rights.ts'
import { counted } from '../../parts/format.ts'
import { Answer } from '../../parts/states.tsx'
import { Connections } from './connections.tsx'
import { Providers } from './providers.tsx'
import { Sinks } from './sinks.tsx'
import './outside.css'

export function OutsidePage() {
  const query = useQuery('providers', () => client.providers())
  const mayAdmin = useMay('admin')
  return (
    <div className="page">
      <div className="head">
        <div>
          <h1>Outside</h1>
          <p className="lede">{lede(query.data?.providers)}</p>
        </div>
      </div>
      <Answer query={query} what="the providers" failed="The providers could not be read.">
        {({ providers }) => <Providers providers={providers} mayTry={mayAdmin} />}
      </Answer>
      {mayAdmin && <Connections />}
      {mayAdmin && <Sinks />}
    </div>
  )
}

function lede(providers: readonly { readonly state: string }[] | undefined): string {
  const about = 'Models never call out themselves: each call is a job, and a worker makes it.'
  if (providers === undefined) return about
  const missing = providers.filter(({ state }) => state === 'unconfigured').length
  if (missing === 0) return `${about} Every function has a provider.`
  const which = counted(missing, 'provider is not set up', 'providers are not set up')
  return `${about} ${which}; a call of theirs fails and says what to add.`
}
