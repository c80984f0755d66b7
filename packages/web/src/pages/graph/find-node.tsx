// Finds a node by the beginning of its name: a large graph cannot be searched by eye.

import type { GraphView } from '@cellwake/client'
import { type FormEvent, useState } from 'react'

export function FindNode({
  nodes,
  onFound,
}: {
  nodes: GraphView['nodes']
  onFound: (id: string) => void
}) {
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = text.trim().toLowerCase()
    if (wanted === '') return
    const named = (one: GraphView['nodes'][number]) => [
      one.id.toLowerCase(),
      one.label.toLowerCase(),
    ]
    const found =
      nodes.find((one) => named(one).includes(wanted)) ??
      nodes.find((one) => named(one).some((name) => name.startsWith(wanted))) ??
      nodes.find((one) => named(one).some((name) => name.includes(wanted)))
    setMissing(found === undefined)
    if (found !== undefined) onFound(found.id)
  }
  return (
    <form className="find-node" onSubmit={submit}>
      <input
        className="field"
        aria-label="Find a cell, name or rule"
        aria-invalid={isMissing}
        placeholder="Find a cell or rule"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setMissing(false)
        }}
      />
    </form>
  )
}
