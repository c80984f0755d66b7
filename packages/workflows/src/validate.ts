// The structure of a workflow, and every mistake in it with its place, found before anything is deployed.

import type { Schedule } from './define.ts'
import { InvalidWorkflowError, type Problem } from './errors.ts'
import { FieldReader } from './field-reader.ts'
import type { Limits } from './limits.ts'
import { readDuration, readSchedule, roughMs } from './schedule.ts'
import { slips } from './slips.ts'
import type {
  ConsumerStructure,
  ProducerStructure,
  Structure,
  TopicStructure,
} from './structure.ts'

export interface StructureOptions {
  readonly limits: Limits
  readonly approvalMs: number
  /** Whether phases are functions, or only named, as those of a script are. */
  readonly phases: 'functions' | 'named'
}

/** The structure of a definition, or all that is wrong with it. */
export function structureOf(definition: unknown, options: StructureOptions): Structure {
  const check = new Check(options)
  const structure = check.workflow(definition)
  if (check.problems.length > 0) throw new InvalidWorkflowError(check.problems)
  return structure
}

const KEYS = {
  workflow: ['name', 'title', 'topics', 'tools', 'connections', 'producers', 'consumers'],
  topic: ['shared', 'from'],
  producer: ['publishes', 'schedule', 'handler'],
  consumer: [
    'subscribe',
    'publishes',
    'approval',
    'quarantineAfter',
    'retries',
    'prepare',
    'mutate',
    'next',
  ],
  schedule: ['interval', 'cron', 'timezone', 'jitter'],
  approval: ['expires'],
}

class Check {
  readonly #read = new FieldReader()
  readonly #options: StructureOptions
  #topics: Readonly<Record<string, TopicStructure>> = {}

  constructor(options: StructureOptions) {
    this.#options = options
  }

  get problems(): readonly Problem[] {
    return this.#read.problems
  }

  workflow(definition: unknown): Structure {
    const fields = this.#read.fields('workflow', definition, KEYS.workflow)
    const name = this.#read.name('name', fields.name, /^[A-Za-z0-9][\w.-]*$/)
    this.#topics = this.#topicsOf(fields.topics)
    const producers = this.#handlers('producers', fields.producers, (place, handler) =>
      this.#producer(place, handler),
    )
    const consumers = this.#handlers('consumers', fields.consumers, (place, handler) =>
      this.#consumer(place, handler),
    )
    if (Object.keys(producers).length + Object.keys(consumers).length === 0) {
      this.#read.say('no-handlers', 'producers', 'it has neither a producer nor a consumer')
    }
    for (const handler of Object.keys(consumers)) {
      if (Object.hasOwn(producers, handler)) {
        this.#read.say('name-twice', `consumers.${handler}`, 'a producer has the same name')
      }
    }
    this.#oneConsumerEach(consumers)
    for (const [place, message] of slips(this.#topics, producers, consumers)) {
      this.#read.say('unknown-topic', place, message)
    }
    const tools = fields.tools === undefined ? undefined : this.#read.names('tools', fields.tools)
    const connections =
      fields.connections === undefined
        ? undefined
        : this.#read.names('connections', fields.connections)
    const title = this.#read.text('title', fields.title)
    return {
      name,
      topics: this.#topics,
      producers,
      consumers,
      ...(tools !== undefined && { tools }),
      ...(connections !== undefined && { connections }),
      ...(title !== undefined && { title }),
    }
  }

  #topicsOf(topics: unknown): Record<string, TopicStructure> {
    const found: Record<string, TopicStructure> = {}
    for (const [topic, given] of Object.entries(this.#read.object('topics', topics ?? {}))) {
      const place = `topics.${topic}`
      const fields = this.#read.fields(place, given, KEYS.topic)
      const shared = fields.shared === true
      this.#read.topic(place, topic, shared ? /^[\w][\w.:/-]*$/ : /^[\w][\w.:-]*$/)
      if (fields.from !== undefined && fields.from !== 'deploy' && fields.from !== 'beginning') {
        this.#read.say('bad-from', `${place}.from`, "it is 'deploy' or 'beginning'")
      }
      found[topic] = { shared, fromBeginning: !shared || fields.from === 'beginning' }
    }
    return found
  }

  #producer(place: string, handler: unknown): ProducerStructure {
    const fields = this.#read.fields(place, handler, KEYS.producer)
    this.#phase(`${place}.handler`, fields.handler, true)
    const publishes = this.#publishes(place, fields.publishes)
    if (publishes.length === 0) {
      this.#read.say(
        'publishes-nothing',
        `${place}.publishes`,
        'a producer publishes to at least one topic',
      )
    }
    return { publishes, schedule: this.#schedule(`${place}.schedule`, fields.schedule) }
  }

  #schedule(place: string, schedule: unknown): Schedule {
    if (schedule === undefined) {
      this.#read.say('no-schedule', place, "a producer has a schedule, such as { interval: '5m' }")
      return {}
    }
    const fields = this.#read.fields(place, schedule, KEYS.schedule)
    const found: Record<string, string> = {}
    for (const key of KEYS.schedule) {
      const text = this.#read.text(`${place}.${key}`, fields[key])
      if (text !== undefined) found[key] = text
    }
    try {
      const { interval } = readSchedule(found)
      const least = this.#options.limits.intervalMinMs
      if (interval !== undefined && roughMs(interval) < least) {
        this.#read.say(
          'interval-too-short',
          `${place}.interval`,
          `an interval is at least ${least} ms`,
        )
      }
    } catch (error) {
      const at = found.cron === undefined ? 'interval' : 'cron'
      const zone = error instanceof Error && 'code' in error && error.code === 'unknown-zone'
      this.#read.say('bad-schedule', `${place}.${zone ? 'timezone' : at}`, messageOf(error))
    }
    return found
  }

  #consumer(place: string, handler: unknown): ConsumerStructure {
    const fields = this.#read.fields(place, handler, KEYS.consumer)
    this.#phase(`${place}.prepare`, fields.prepare, true)
    const mutates = this.#phase(`${place}.mutate`, fields.mutate, false)
    const emits = this.#phase(`${place}.next`, fields.next, false)
    const subscribe = this.#subscribe(place, fields.subscribe)
    const publishes = this.#publishes(place, fields.publishes)
    if (publishes.length > 0 && !emits) {
      this.#read.say(
        'publishes-without-next',
        `${place}.publishes`,
        'only next can publish, and it has none',
      )
    }
    const quarantineAfter = this.#read.count(`${place}.quarantineAfter`, fields.quarantineAfter)
    const retries = this.#read.count(`${place}.retries`, fields.retries)
    const approvalMs = this.#approval(`${place}.approval`, fields.approval)
    if (approvalMs !== undefined && !mutates) {
      this.#read.say(
        'nothing-to-approve',
        `${place}.approval`,
        'a consumer without mutate has nothing to approve',
      )
    }
    return {
      subscribe,
      publishes,
      mutates,
      emits,
      ...(approvalMs !== undefined && { approvalMs }),
      ...(quarantineAfter !== undefined && { quarantineAfter }),
      ...(retries !== undefined && { retries }),
    }
  }

  #approval(place: string, approval: unknown): number | undefined {
    if (approval === undefined || approval === false) return undefined
    if (approval === true) return this.#options.approvalMs
    const { expires } = this.#read.fields(place, approval, KEYS.approval)
    const text = this.#read.text(`${place}.expires`, expires)
    if (text === undefined) return this.#options.approvalMs
    try {
      return roughMs(readDuration(text))
    } catch (error) {
      this.#read.say('bad-duration', `${place}.expires`, messageOf(error))
      return undefined
    }
  }

  #subscribe(place: string, subscribe: unknown): string[] {
    const topics = this.#read.names(`${place}.subscribe`, subscribe)
    if (topics.length === 0) {
      this.#read.say(
        'subscribes-to-nothing',
        `${place}.subscribe`,
        'a consumer subscribes to at least one topic',
      )
    }
    topics.forEach((topic, index) => {
      if (Object.hasOwn(this.#topics, topic)) return
      const at = `${place}.subscribe[${index}]`
      this.#read.topic(at, topic, /^[\w][\w.:/-]*$/)
    })
    return topics
  }

  #publishes(place: string, publishes: unknown): string[] {
    const topics = publishes === undefined ? [] : this.#read.names(`${place}.publishes`, publishes)
    topics.forEach((topic, index) => {
      if (Object.hasOwn(this.#topics, topic)) return
      this.#read.say(
        'unknown-topic',
        `${place}.publishes[${index}]`,
        `the topic ${topic} is not declared in topics`,
      )
    })
    return topics
  }

  #oneConsumerEach(consumers: Readonly<Record<string, ConsumerStructure>>): void {
    const taken = new Map<string, string>()
    for (const [handler, { subscribe }] of Object.entries(consumers)) {
      subscribe.forEach((topic, index) => {
        if (this.#topics[topic]?.shared !== false) return
        const other = taken.get(topic)
        if (other === undefined) taken.set(topic, handler)
        else {
          const message = `${other} consumes ${topic} already; a topic of its own has one consumer`
          this.#read.say('two-consumers', `consumers.${handler}.subscribe[${index}]`, message)
        }
      })
    }
  }

  #handlers<H>(
    place: string,
    handlers: unknown,
    read: (place: string, handler: unknown) => H,
  ): Record<string, H> {
    const found: Record<string, H> = {}
    for (const [name, handler] of Object.entries(this.#read.object(place, handlers ?? {}))) {
      this.#read.name(`${place}.${name}`, name, /^[A-Za-z_][\w-]*$/)
      found[name] = read(`${place}.${name}`, handler)
    }
    return found
  }

  #phase(place: string, phase: unknown, required: boolean): boolean {
    const isThere =
      this.#options.phases === 'functions' ? typeof phase === 'function' : phase === true
    if (isThere) return true
    if (phase !== undefined) this.#read.say('not-a-function', place, 'it is a function')
    else if (required) this.#read.say('no-function', place, 'it is missing')
    return false
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}
