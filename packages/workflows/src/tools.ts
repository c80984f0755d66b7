// The tools of a host by name, and the call of one that only reads. A tool's result is JSON.

import type { Value } from '@cellwake/store'
import { type Guard, logic } from './capabilities.ts'
import type { ToolContext, ToolDefinition } from './define.ts'
import { messageOf, toolFailure } from './failures.ts'
import { asJson } from './json.ts'

export class Tools {
  readonly #byName = new Map<string, ToolDefinition>()

  constructor(tools: readonly ToolDefinition[]) {
    for (const tool of tools) {
      if (this.#byName.has(tool.name)) throw new TypeError(`There are two tools named ${tool.name}`)
      this.#byName.set(tool.name, tool)
    }
  }

  names(): Iterable<string> {
    return this.#byName.keys()
  }

  get(name: string): ToolDefinition | undefined {
    return this.#byName.get(name)
  }
}

/** Whether a call changes nothing. Tools are mutations unless declared read-only. */
export function isReadOnly({ readOnly }: ToolDefinition, input: unknown): boolean {
  return typeof readOnly === 'function' ? readOnly(input) === true : readOnly === true
}

/** The input as the tool validates it; an invalid one is the handler's mistake. */
export function checkedInput(tool: ToolDefinition, input: unknown, guard: Guard): Value {
  try {
    const plain = asJson(input, `the input of ${tool.name}`, guard.limits.payloadChars)
    if (tool.input === undefined) return plain
    const parsed = tool.input.parse(structuredClone(plain))
    return asJson(parsed, `the input of ${tool.name}`, guard.limits.payloadChars)
  } catch (error) {
    throw guard.fail({ ...logic(`${tool.name}: ${messageOf(error)}`), tool: tool.name })
  }
}

/** A call that changes nothing outside. */
export async function callRead(
  tool: ToolDefinition,
  input: Value,
  context: ToolContext,
  guard: Guard,
): Promise<unknown> {
  try {
    const result = await tool.call(structuredClone(input) as never, context)
    return tool.output === undefined ? result : tool.output.parse(result)
  } catch (error) {
    throw guard.fail(toolFailure(error, tool.name, false))
  }
}
