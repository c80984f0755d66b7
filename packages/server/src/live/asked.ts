// Validation of a subscription: symbols, numbers, and whether the client may see the model or workflow at all.

import type { SubscribeFrame } from '@cellwake/client'
import { ServerError } from '../errors.ts'
import { LIVE_ID_CHARS } from '../limits.ts'
import type { Principal } from '../principal.ts'
import { checkSymbols } from '../request-text.ts'
import { unknownModel, unknownWorkflow } from '../resources.ts'
import type { Outbox } from './outbox.ts'
import { type Asked, Subscription } from './subscription.ts'
import { type AskedWorkflow, WorkflowSubscription } from './workflow-subscription.ts'

type AskedFrame = Omit<SubscribeFrame, 'op'>

/** A subscription as it is asked for. Throws the refusal. */
export function subscriptionOf(
  frame: AskedFrame,
  principal: Principal | undefined,
  outbox: Outbox,
): Subscription | WorkflowSubscription {
  const asked = checkAsked(frame, principal)
  return 'model' in asked
    ? new Subscription(asked, outbox)
    : new WorkflowSubscription(asked, outbox)
}

/** Throws the refusal. */
export function checkAsked(
  frame: AskedFrame,
  principal: Principal | undefined,
): Asked | AskedWorkflow {
  const { model, workflow } = frame
  mayWatch(frame, principal)
  if (model !== undefined && workflow === undefined) return checkModel(frame, model, principal)
  if (workflow !== undefined && model === undefined)
    return checkWorkflow(frame, workflow, principal)
  throw new ServerError(
    'bad-request',
    'A subscription names a model or a workflow, one of the two.',
  )
}

function mayWatch(
  { id }: AskedFrame,
  principal: Principal | undefined,
): asserts principal is Principal {
  if (principal === undefined) {
    throw new ServerError('unauthenticated', 'It is not known who is asking.')
  }
  if (!principal.has('read')) throw new ServerError('forbidden', 'Watching needs the scope read.')
  if (id.length > LIVE_ID_CHARS) {
    throw new ServerError('bad-request', `An id has at most ${LIVE_ID_CHARS} characters.`)
  }
}

function checkWorkflow(
  { id, fromRev, symbols, events, demand }: AskedFrame,
  workflow: string,
  principal: Principal,
): AskedWorkflow {
  if (!principal.reaches('workflow', workflow)) throw unknownWorkflow(workflow)
  if (symbols !== undefined || events !== undefined || demand !== undefined) {
    const what = 'A workflow has no cells: leave out symbols, events and demand.'
    throw new ServerError('bad-request', what)
  }
  return { id, workflow, fromRev }
}

function checkModel(frame: AskedFrame, model: string, principal: Principal): Asked {
  if (!principal.reaches('model', model)) throw unknownModel(model)
  const symbols = checkSymbols(frame.symbols ?? [])
  const events = frame.events === true
  if (symbols.length === 0 && !events) {
    throw new ServerError('bad-symbols', 'Neither cells nor events are asked for.')
  }
  // No answer can hold a cell of this name: in JavaScript it is not a name like others.
  if (symbols.includes('__proto__')) {
    throw new ServerError('bad-symbols', '__proto__ cannot be watched.')
  }
  const { id, fromRev } = frame
  return { id, model, symbols, events, demand: frame.demand !== false, fromRev }
}
