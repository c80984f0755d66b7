// The structure of a workflow, and every mistake in it with its place, found before anything is deployed. The structure
// is what is kept of a version beside its code: topics, handlers, schedules, and which phases there are.

import type { Schedule } from './define.ts'
import { InvalidWorkflowError, type Problem } from './errors.ts'
import { isObject } from './json.ts'
import { type Limits, NAME_CHARS, TOPIC_CHARS } from './limits.ts'
import { readDuration, readSchedule, roughMs } from './schedule.ts'

export interface TopicStructure {
  readonly shared: boolean
  readonly fromBeginning: boolean
}

export interface ProducerStructure {
  readonly publishes: readonly string[]
  readonly schedule: Schedule
}

export interface ConsumerStructure {
  readonly subscribe: readonly string[]
  readonly publishes: readonly string[]
  readonly mutates: boolean
  readonly emits: boolean
  /** How long an approval waits; absent if none is asked for. */
  readonly approvalMs?: number
  readonly quarantineAfter?: number
  readonly retries?: number
}

export interface Structure {
  readonly name: string
  readonly title?: string
  /** Own topics, and the shared ones it says something about. */
  readonly topics: Readonly<Record<string, TopicStructure>>
  /** Absent: every tool. */
  readonly tools?: readonly string[]
  /** Absent: every connection. */
  readonly connections?: readonly string[]
  readonly producers: Readonly<Record<string, ProducerStructure>>
  readonly consumers: Readonly<Record<string, ConsumerStructure>>
}

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

type Fields = Readonly<Record<string, unknown>>

class Check {
  readonly problems: Problem[] = []
  readonly #options: StructureOptions
  #topics: Readonly<Record<string, TopicStructure>> = {}

  constructor(options: StructureOptions) {
    this.#options = options
  }

  workflow(definition: unknown): Structure {
    const fields = this.#fields('workflow', definition, KEYS.workflow)
    const name = this.#name('name', fields.name, /^[A-Za-z0-9][\w.-]*$/)
    this.#topics = this.#topicsOf(fields.topics)
    const producers = this.#handlers('producers', fields.producers, (place, handler) =>
      this.#producer(place, handler),
    )
    const consumers = this.#handlers('consumers', fields.consumers, (place, handler) =>
      this.#consumer(place, handler),
    )
    if (Object.keys(producers).length + Object.keys(consumers).length === 0) {
      this.#say('no-handlers', 'producers', 'it has neither a producer nor a consumer')
    }
    for (const handler of Object.keys(consumers)) {
      if (Object.hasOwn(producers, handler)) {
        this.#say('name-twice', `consumers.${handler}`, 'a producer has the same name')
      }
    }
    this.#oneConsumerEach(consumers)
    this.#slips(producers, consumers)
    const tools = fields.tools === undefined ? undefined : this.#names('tools', fields.tools)
    const connections =
      fields.connections === undefined ? undefined : this.#names('connections', fields.connections)
    const title = this.#text('title', fields.title)
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
    for (const [topic, given] of Object.entries(this.#object('topics', topics ?? {}))) {
      const place = `topics.${topic}`
      const fields = this.#fields(place, given, KEYS.topic)
      const shared = fields.shared === true
      this.#topic(place, topic, shared ? /^[\w][\w.:/-]*$/ : /^[\w][\w.:-]*$/)
      if (fields.from !== undefined && fields.from !== 'deploy' && fields.from !== 'beginning') {
        this.#say('bad-from', `${place}.from`, "it is 'deploy' or 'beginning'")
      }
      found[topic] = { shared, fromBeginning: !shared || fields.from === 'beginning' }
    }
    return found
  }

  #producer(place: string, handler: unknown): ProducerStructure {
    const fields = this.#fields(place, handler, KEYS.producer)
    this.#phase(`${place}.handler`, fields.handler, true)
    const publishes = this.#publishes(place, fields.publishes)
    if (publishes.length === 0) {
      this.#say(
        'publishes-nothing',
        `${place}.publishes`,
        'a producer publishes to at least one topic',
      )
    }
    return { publishes, schedule: this.#schedule(`${place}.schedule`, fields.schedule) }
  }

  #schedule(place: string, schedule: unknown): Schedule {
    if (schedule === undefined) {
      this.#say('no-schedule', place, "a producer has a schedule, such as { interval: '5m' }")
      return {}
    }
    const fields = this.#fields(place, schedule, KEYS.schedule)
    const found: Record<string, string> = {}
    for (const key of KEYS.schedule) {
      const text = this.#text(`${place}.${key}`, fields[key])
      if (text !== undefined) found[key] = text
    }
    try {
      const { interval } = readSchedule(found)
      const least = this.#options.limits.intervalMinMs
      if (interval !== undefined && roughMs(interval) < least) {
        this.#say('interval-too-short', `${place}.interval`, `an interval is at least ${least} ms`)
      }
    } catch (error) {
      const at = found.cron === undefined ? 'interval' : 'cron'
      const zone = error instanceof Error && 'code' in error && error.code === 'unknown-zone'
      this.#say('bad-schedule', `${place}.${zone ? 'timezone' : at}`, messageOf(error))
    }
    return found
  }

  #consumer(place: string, handler: unknown): ConsumerStructure {
    const fields = this.#fields(place, handler, KEYS.consumer)
    this.#phase(`${place}.prepare`, fields.prepare, true)
    const mutates = this.#phase(`${place}.mutate`, fields.mutate, false)
    const emits = this.#phase(`${place}.next`, fields.next, false)
    const subscribe = this.#subscribe(place, fields.subscribe)
    const publishes = this.#publishes(place, fields.publishes)
    if (publishes.length > 0 && !emits) {
      this.#say(
        'publishes-without-next',
        `${place}.publishes`,
        'only next can publish, and it has none',
      )
    }
    const quarantineAfter = this.#count(`${place}.quarantineAfter`, fields.quarantineAfter)
    const retries = this.#count(`${place}.retries`, fields.retries)
    const approvalMs = this.#approval(`${place}.approval`, fields.approval)
    if (approvalMs !== undefined && !mutates) {
      this.#say(
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

  #count(place: string, given: unknown): number | undefined {
    if (given === undefined) return undefined
    if (Number.isInteger(given) && Number(given) > 0) return Number(given)
    this.#say('bad-number', place, 'it is a whole number, from 1')
    return undefined
  }

  #approval(place: string, approval: unknown): number | undefined {
    if (approval === undefined || approval === false) return undefined
    if (approval === true) return this.#options.approvalMs
    const { expires } = this.#fields(place, approval, KEYS.approval)
    const text = this.#text(`${place}.expires`, expires)
    if (text === undefined) return this.#options.approvalMs
    try {
      return roughMs(readDuration(text))
    } catch (error) {
      this.#say('bad-duration', `${place}.expires`, messageOf(error))
      return undefined
    }
  }

  #subscribe(place: string, subscribe: unknown): string[] {
    const topics = this.#names(`${place}.subscribe`, subscribe)
    if (topics.length === 0) {
      this.#say(
        'subscribes-to-nothing',
        `${place}.subscribe`,
        'a consumer subscribes to at least one topic',
      )
    }
    topics.forEach((topic, index) => {
      if (Object.hasOwn(this.#topics, topic)) return
      const at = `${place}.subscribe[${index}]`
      this.#topic(at, topic, /^[\w][\w.:/-]*$/)
    })
    return topics
  }

  #publishes(place: string, publishes: unknown): string[] {
    const topics = publishes === undefined ? [] : this.#names(`${place}.publishes`, publishes)
    topics.forEach((topic, index) => {
      if (Object.hasOwn(this.#topics, topic)) return
      this.#say(
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
          this.#say('two-consumers', `consumers.${handler}.subscribe[${index}]`, message)
        }
      })
    }
  }

  /**
   * A shared topic needs no declaration, so a slip of the pen would wait for events that never come: an undeclared
   * topic almost named like one that is published here and that nobody consumes.
   */
  #slips(
    producers: Readonly<Record<string, ProducerStructure>>,
    consumers: Readonly<Record<string, ConsumerStructure>>,
  ): void {
    const all = [...Object.values(producers), ...Object.values(consumers)]
    const published = new Set(all.flatMap(({ publishes }) => publishes))
    for (const { subscribe } of Object.values(consumers)) {
      for (const topic of subscribe) published.delete(topic)
    }
    for (const [handler, { subscribe }] of Object.entries(consumers)) {
      subscribe.forEach((topic, index) => {
        if (Object.hasOwn(this.#topics, topic)) return
        const meant = [...published].find((own) => isNear(own, topic))
        if (meant === undefined) return
        const message = `there is no topic ${topic}; did you mean ${meant}? Declare it as { shared: true } if not`
        this.#say('unknown-topic', `consumers.${handler}.subscribe[${index}]`, message)
      })
    }
  }

  #handlers<H>(
    place: string,
    handlers: unknown,
    read: (place: string, handler: unknown) => H,
  ): Record<string, H> {
    const found: Record<string, H> = {}
    for (const [name, handler] of Object.entries(this.#object(place, handlers ?? {}))) {
      this.#name(`${place}.${name}`, name, /^[A-Za-z_][\w-]*$/)
      found[name] = read(`${place}.${name}`, handler)
    }
    return found
  }

  #phase(place: string, phase: unknown, required: boolean): boolean {
    const isThere =
      this.#options.phases === 'functions' ? typeof phase === 'function' : phase === true
    if (isThere) return true
    if (phase !== undefined) this.#say('not-a-function', place, 'it is a function')
    else if (required) this.#say('no-function', place, 'it is missing')
    return false
  }

  #names(place: string, names: unknown): string[] {
    if (!Array.isArray(names)) {
      this.#say('not-a-list', place, 'it is a list of names')
      return []
    }
    const found: string[] = []
    names.forEach((name: unknown, index) => {
      const at = `${place}[${index}]`
      if (typeof name !== 'string' || name === '') this.#say('not-a-name', at, 'it is a name')
      else if (found.includes(name)) this.#say('name-twice', at, `${name} is there twice`)
      else found.push(name)
    })
    return found
  }

  #name(place: string, name: unknown, form: RegExp): string {
    if (typeof name === 'string' && form.test(name) && name.length <= NAME_CHARS) return name
    this.#say(
      'bad-name',
      place,
      `${shown(name)} is no name: letters, digits, - and _, up to ${NAME_CHARS}`,
    )
    return ''
  }

  #topic(place: string, topic: string, form: RegExp): void {
    if (form.test(topic) && topic.length <= TOPIC_CHARS) return
    this.#say(
      'bad-name',
      place,
      `${shown(topic)} is no topic: letters, digits, . : - and _, up to ${TOPIC_CHARS}`,
    )
  }

  #text(place: string, text: unknown): string | undefined {
    if (text === undefined || typeof text === 'string') return text
    this.#say('not-a-text', place, 'it is a text')
    return undefined
  }

  #object(place: string, value: unknown): Fields {
    if (isObject(value)) return value
    this.#say('not-an-object', place, 'it is an object')
    return {}
  }

  #fields(place: string, value: unknown, known: readonly string[]): Fields {
    const fields = this.#object(place, value)
    for (const key of Object.keys(fields)) {
      if (known.includes(key)) continue
      const at = place === 'workflow' ? key : `${place}.${key}`
      this.#say('unknown-key', at, `it is not known here; known are ${known.join(', ')}`)
    }
    return fields
  }

  #say(code: string, place: string, message: string): void {
    this.problems.push({ code, place, message: `${message}.` })
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, NAME_CHARS) ?? String(value)
}

/** Whether two names differ by at most two letters: typed wrong, most likely. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2 || Math.min(a.length, b.length) < 4) return false
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]! <= 2
}
