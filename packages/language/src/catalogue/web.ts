// Texts for addresses. Fetching is for the external functions.

import { rows } from './rows.ts'

export const web = rows(
  'web',
  `
DECODEURL(text) → text
  Turns the percent signs of an address back into text.
  DECODEURL("a%20b%26c") → "a b&c"
ENCODEURL(text) → text
  Makes a text safe as part of an address: all but letters, digits and - . _ ~ become percent signs.
  ENCODEURL("a b&c") → "a%20b%26c"
`,
)
