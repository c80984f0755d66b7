// Text as a terminal shows it: how many columns it takes, and nothing in it that a terminal would
// obey. A model may come from anyone, and an escape sequence in it must not reach the screen.

/** A grapheme: what people see as one character. */
export interface Glyph {
  readonly shown: string
  readonly columns: number
  /** Offsets into the text, in UTF-16 units. */
  readonly start: number
  readonly end: number
}

const tabStop = 4
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The glyphs of one line; a tab becomes the spaces up to its stop. */
export function glyphs(line: string): Glyph[] {
  const found: Glyph[] = []
  let column = 0
  for (const { segment, index } of segmenter.segment(line)) {
    const shown = segment === '\t' ? ' '.repeat(tabStop - (column % tabStop)) : visible(segment)
    const columns = segment === '\t' ? shown.length : columnsOf(shown)
    found.push({ shown, columns, start: index, end: index + segment.length })
    column += columns
  }
  return found
}

/** The text with control characters, and those that turn the direction of text, made harmless. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, picture)
}

/** Unicode has a picture for each of the old control characters. */
function picture(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '\u2421' : '\ufffd'
}

// East Asian letters and emoji take two columns. A joined emoji is one glyph here, and most terminals
// agree; where one does not, a caret is off by a column or two.
const wide =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]|\ufe0f/u
const nothing = /^[\p{Mn}\p{Me}\p{Cf}]*$/u

function columnsOf(glyph: string): number {
  if (nothing.test(glyph)) return 0
  return wide.test(glyph) ? 2 : 1
}
