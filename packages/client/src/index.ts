// The public face of the contract and the client.

export * from './contract/errors.ts'
export * from './contract/events.ts'
export * from './contract/live.ts'
export * from './contract/models.ts'
export * from './contract/routes.ts'
export * from './contract/rules.ts'
export * from './contract/simulate.ts'
export * from './contract/system.ts'
export * from './contract/values.ts'
export * from './contract/why.ts'
