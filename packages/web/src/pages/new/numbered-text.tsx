// A field for a text of many lines, with line numbers beside it, since diagnostics name lines.

import { type RefObject, useMemo, useRef } from 'react'

export function NumberedText({
  field,
  label,
  placeholder,
  value,
  onChange,
}: {
  field: RefObject<HTMLTextAreaElement | null>
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
}) {
  const numbers = useRef<HTMLPreElement>(null)
  const lines = useMemo(() => {
    const count = value.split('\n').length
    return Array.from({ length: count }, (_, i) => i + 1).join('\n')
  }, [value])
  return (
    <div className="field numbered">
      <pre ref={numbers} aria-hidden="true">
        {lines}
      </pre>
      <textarea
        ref={field}
        className="mono"
        aria-label={label}
        placeholder={placeholder}
        spellCheck={false}
        rows={22}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onScroll={(event) => {
          if (numbers.current !== null) numbers.current.scrollTop = event.currentTarget.scrollTop
        }}
      />
    </div>
  )
}
