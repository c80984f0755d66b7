// The code of a version: a module of one's own or a script, read and checked, and made a version that can run.

import type { WorkflowDefinition } from './define.ts'
import { InvalidWorkflowError, WorkflowError } from './errors.ts'
import { messageOf } from './failures.ts'
import { type ScriptDefinition, typescriptHome } from './home.ts'
import { asJson, isObject } from './json.ts'
import { APPROVAL_MS, DEFAULT_LIMITS, type Limits } from './limits.ts'
import type { LiveVersion, World } from './parts.ts'
import { plainRecord, type VersionRecord } from './records.ts'
import type { Structure } from './structure.ts'
import { structureOf } from './validate.ts'
import { codeDigest } from './versions.ts'

export interface Code {
  readonly structure: Structure
  readonly digest: string
  readonly kind: 'typescript' | 'script'
  readonly limits: Limits
  readonly ownLimits?: Partial<Limits>
  readonly script?: string
  home(): LiveVersion['home']
}

export async function readCode(
  world: World,
  given: WorkflowDefinition | ScriptDefinition,
): Promise<Code> {
  return 'script' in given ? readScript(world, given) : readModule(world, given)
}

function readModule({ limits }: World, definition: WorkflowDefinition): Code {
  const structure = structureOf(definition, {
    limits,
    approvalMs: APPROVAL_MS,
    phases: 'functions',
  })
  return {
    structure,
    digest: codeDigest(structure, definition),
    kind: 'typescript',
    limits,
    home: () => typescriptHome(definition),
  }
}

async function readScript(
  world: World,
  { name, script, limits: own }: ScriptDefinition,
): Promise<Code> {
  const { scripts } = world
  if (scripts === undefined) throw new WorkflowError('no-scripts', 'No scripts are run here.')
  mustBeLimits(own)
  const limits = limitsOf(world.limits, own)
  let described: unknown
  try {
    described = await scripts.describe(script, limits)
  } catch (error) {
    const location =
      error instanceof Error && 'location' in error ? `script:${error.location}` : 'script'
    throw new InvalidWorkflowError([
      { code: 'bad-script', place: location, message: messageOf(error) },
    ])
  }
  const named = isObject(described) ? { ...described, name } : described
  const structure = structureOf(named, { limits, approvalMs: APPROVAL_MS, phases: 'named' })
  return {
    structure,
    digest: codeDigest(structure, { script, own }),
    kind: 'script',
    limits,
    script,
    ...(own !== undefined && { ownLimits: own }),
    home: () => scripts.open(script, limits),
  }
}

/** The version that code becomes. */
export function versionOf(code: Code, version: string, by: string, at: number): LiveVersion {
  const { structure, digest, kind, script, limits } = code
  const record: VersionRecord = {
    version,
    at,
    by,
    kind,
    digest,
    structure,
    ...(script !== undefined && { script }),
    ...(code.ownLimits !== undefined && { limits: asJson(code.ownLimits, 'limits', 10_000) }),
  }
  return { record: plainRecord(record) as VersionRecord, home: code.home(), limits }
}

/** A version of a script can run wherever scripts do; one of a module, where its module was brought. */
export function scriptVersion(
  { scripts, limits: most }: World,
  record: VersionRecord,
): LiveVersion | undefined {
  if (record.script === undefined || scripts === undefined) return undefined
  const limits = limitsOf(most, record.limits as Partial<Limits> | undefined)
  return { record, home: scripts.open(record.script, limits), limits }
}

/** Limits by their names, each a number above 0. */
function mustBeLimits(own: Partial<Limits> | undefined): void {
  if (own === undefined) return
  const problem = (name: string, message: string) => {
    return new InvalidWorkflowError([{ code: 'bad-limit', place: `limits.${name}`, message }])
  }
  for (const [name, value] of Object.entries(own)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
      throw problem(name, `there are ${Object.keys(DEFAULT_LIMITS).join(', ')}`)
    }
    if (!(typeof value === 'number' && value > 0)) throw problem(name, 'it is a number above 0')
  }
}

/** A deploy may only ask for less than the host allows. */
function limitsOf(host: Limits, own: Partial<Limits> | undefined): Limits {
  const limits: Record<string, number> = { ...host }
  for (const [key, most] of Object.entries(host)) {
    const wanted = own?.[key as keyof Limits]
    if (typeof wanted === 'number' && wanted > 0) limits[key] = Math.min(wanted, most)
  }
  return limits as unknown as Limits
}
