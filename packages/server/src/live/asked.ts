// Validation of a subscription: symbols, numbers, and whether the client may see the model at all.

import type { SubscribeFrame } from '@cellwake/client'
import { ServerError } from '../errors.ts'
import { LIVE_ID_CHARS } from '../limits.ts'
import type { Principal } from '../principal.ts'
import { checkSymbols } from '../request-text.ts'
import { unknownModel } from '../resources.ts'
import type { Asked } from './subscription.ts'

/** Throws the refusal. */
export function checkAsked(
  frame: Omit<SubscribeFrame, 'op'>,
  principal: Principal | undefined,
): Asked {
  if (principal === undefined) {
    throw new ServerError('unauthenticated', 'It is not known who is asking.')
  }
  if (!principal.has('read')) throw new ServerError('forbidden', 'Watching needs the scope read.')
  if (!principal.reaches('model', frame.model)) throw unknownModel(frame.model)
  if (frame.id.length > LIVE_ID_CHARS) {
    throw new ServerError('bad-request', `An id has at most ${LIVE_ID_CHARS} characters.`)
  }
  const symbols = checkSymbols(frame.symbols ?? [])
  const events = frame.events === true
  if (symbols.length === 0 && !events) {
    throw new ServerError('bad-symbols', 'Neither cells nor events are asked for.')
  }
  // No answer can hold a cell of this name: in JavaScript it is not a name like others.
  if (symbols.includes('__proto__')) {
    throw new ServerError('bad-symbols', '__proto__ cannot be watched.')
  }
  const { id, model, fromRev } = frame
  return { id, model, symbols, events, demand: frame.demand !== false, fromRev }
}
