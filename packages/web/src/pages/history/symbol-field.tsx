// Chooses another cell or name.

import { type FormEvent, useId, useState } from 'react'
import { Icon } from '../../parts/glyph.tsx'

export function SymbolField({
  symbol,
  names,
  onChoose,
}: {
  symbol: string
  names: readonly string[]
  /** False if there is no such cell or name. */
  onChoose: (symbol: string) => boolean
}) {
  const [typed, setTyped] = useState<string>()
  const [isWrong, setWrong] = useState(false)
  const list = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const known = onChoose((typed ?? symbol).trim())
    setWrong(!known)
    if (known) setTyped(undefined)
  }
  return (
    <form className="symbol-field" onSubmit={submit}>
      <Icon name="search" />
      <input
        aria-label="Cell or name"
        aria-invalid={isWrong}
        data-tip={isWrong ? 'Write a cell such as A1, or a name.' : undefined}
        list={list}
        spellCheck={false}
        autoComplete="off"
        value={typed ?? symbol}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setTyped(event.target.value)
          setWrong(false)
          // A name that was picked from the list needs no Enter.
          if (names.includes(event.target.value) && onChoose(event.target.value))
            setTyped(undefined)
        }}
        onBlur={() => {
          setTyped(undefined)
          setWrong(false)
        }}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </form>
  )
}
