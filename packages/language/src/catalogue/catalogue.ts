// The catalogue: every function that a formula may call, by name.

import { array } from './array.ts'
import { compatibility } from './compatibility.ts'
import { complex } from './complex.ts'
import { database } from './database.ts'
import { date } from './date.ts'
import { distributions } from './distributions.ts'
import { engineering } from './engineering.ts'
import { external } from './external.ts'
import { financial } from './financial.ts'
import { information } from './information.ts'
import { lambda } from './lambda.ts'
import { logical } from './logical.ts'
import { lookup } from './lookup.ts'
import { math } from './math.ts'
import { object } from './object.ts'
import { regression } from './regression.ts'
import { securities } from './securities.ts'
import type { Catalogue, Signature } from './signature.ts'
import { statistics } from './statistics.ts'
import { text } from './text.ts'
import { time } from './time.ts'
import { trigonometry } from './trigonometry.ts'
import { web } from './web.ts'

/** The functions that are built in. */
export const catalogue: Catalogue = fromSignatures([
  ...math,
  ...trigonometry,
  ...statistics,
  ...regression,
  ...distributions,
  ...compatibility,
  ...financial,
  ...securities,
  ...text,
  ...date,
  ...time,
  ...lookup,
  ...array,
  ...logical,
  ...lambda,
  ...information,
  ...engineering,
  ...complex,
  ...database,
  ...object,
  ...web,
  ...external,
])

/** A catalogue with a deployment's own functions beside the others. A name that is taken is refused. */
export function withFunctions(base: Catalogue, signatures: readonly Signature[]): Catalogue {
  const inherited = base.names.flatMap((name) => base.get(name) ?? [])
  return fromSignatures([...inherited, ...signatures])
}

function fromSignatures(signatures: readonly Signature[]): Catalogue {
  const byName = new Map<string, Signature>()
  for (const signature of signatures) {
    if (byName.has(signature.name))
      throw new Error(
        `There is already a function ${signature.name}. Give the new one another name.`,
      )
    byName.set(signature.name, signature)
  }
  const names = [...byName.keys()].sort()
  return { get: (name) => byName.get(name), names }
}
