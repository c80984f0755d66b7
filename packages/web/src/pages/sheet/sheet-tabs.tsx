// The sheets of a model, when there is more than one.

import './sheet-tabs.css'

export function SheetTabs({
  sheets,
  current,
  onChoose,
}: {
  sheets: readonly string[]
  current: string
  onChoose: (sheet: string) => void
}) {
  if (sheets.length < 2) return null
  return (
    <div className="sheet-tabs" role="tablist" aria-label="Sheets">
      {sheets.map((sheet) => (
        <button
          key={sheet}
          type="button"
          role="tab"
          aria-selected={sheet === current}
          onClick={() => onChoose(sheet)}
        >
          {sheet}
        </button>
      ))}
    </div>
  )
}
