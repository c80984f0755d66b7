// A formula in the palette of code: operators and keywords step back, times are teal, texts grey.

const TOKEN =
  /(?<time>(?:dt|cron)"[^"]*"|\b\d[\d_.]*(?:ms|s|min|h|d|w)\b)|(?<str>"(?:[^"]|"")*"|`[^`]*`)|(?<kw>\b(?:THEN|ELSE|AND|OR|NOT|IN|LET)\b)|(?<op>[-+*/^&=<>,:;(){}[\]|!?%]+)/g

export interface Piece {
  readonly text: string
  readonly kind: 'time' | 'str' | 'kw' | 'op' | 'plain'
}

export function formulaPieces(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), kind: 'plain' })
    const kind = (['time', 'str', 'kw', 'op'] as const).find((name) => match.groups?.[name])
    pieces.push({ text: match[0], kind: kind ?? 'plain' })
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), kind: 'plain' })
  return pieces
}

export function FormulaText({ text }: { text: string }) {
  let at = 0
  return formulaPieces(text).map((piece) => {
    at += piece.text.length
    return (
      <span key={at} className={piece.kind === 'plain' ? undefined : `k-${piece.kind}`}>
        {piece.text}
      </span>
    )
  })
}
