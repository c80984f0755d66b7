// Every function that a formula may call: signatures, documentation, examples.

export { catalogue, withFunctions } from './catalogue.ts'
export { leftOut } from './left-out.ts'
export {
  acceptsCount,
  leastArguments,
  mostArguments,
  parameterAt,
  placeOf,
  signatureNotes,
  signatureText,
} from './parameters.ts'
export type {
  ArgumentKind,
  Catalogue,
  Category,
  Example,
  ExternalPolicy,
  Parameter,
  Signature,
} from './signature.ts'
