// The source of a model: written, checked and deployed in one place.

import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { Answer } from '../../parts/states.tsx'
import { Workbench } from './workbench.tsx'
import './source.css'

export function SourcePage({ id }: { id: string }) {
  const source = useQuery(`model:${id}:source`, () => client.source({ id }))
  if (source.data === undefined) {
    return (
      <div className="page">
        <Answer query={source} what="the source" failed="The source could not be read.">
          {() => null}
        </Answer>
      </div>
    )
  }
  return <Workbench key={id} id={id} running={source.data} />
}
