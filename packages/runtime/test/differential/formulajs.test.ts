// Goal: our functions do what Excel documents where another program can be asked. Method: generated
// calls, the same here and in Formula.js; every difference is explained in a list. More calls with
// CELLWAKE_DIFFERENTIAL_CALLS.
import { expectAgreement } from './expect-agreement.ts'
import { formulajsPeer } from './peers.ts'

expectAgreement(formulajsPeer, { functions: 395, calls: 15_000 })
