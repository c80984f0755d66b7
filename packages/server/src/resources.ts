// A thing without permission looks exactly like a thing that does not exist.

import { ServerError } from './errors.ts'

export function unknownModel(id: string): ServerError {
  return new ServerError('unknown-model', `There is no model ${id.slice(0, 128)}.`)
}

export function unknownTopic(topic: string): ServerError {
  return new ServerError('unknown-topic', `There is no topic ${topic.slice(0, 128)}.`)
}

export function unknownWorkflow(name: string): ServerError {
  return new ServerError('unknown-workflow', `There is no workflow ${name.slice(0, 128)}.`)
}
