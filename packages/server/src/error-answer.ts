// Maps thrown errors to answers. Errors with a code of ours keep it; an unforeseen one becomes
// `internal`, and only the log has its stack.

import { EngineError, HomeError } from '@cellwake/engine'
import { RejectedError, STORE_ERRORS, StoreError, type StoreErrorCode } from '@cellwake/store'
import { WorkersError } from '@cellwake/workers'
import { InvalidWorkflowError, WorkflowError } from '@cellwake/workflows'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { PassedOnError, ServerError } from './errors.ts'
import { DISK_RETRY_S } from './limits.ts'
import type { Metrics } from './metrics.ts'

interface Answer {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details?: unknown
  readonly retryAfterS?: number | undefined
}

export function answerError(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  metrics: Metrics,
): FastifyReply {
  const { status, code, message, details, retryAfterS } = answerOf(thrown)
  metrics.refused.inc({ code })
  request.refusal = code
  if (status >= 500 && status !== 503) request.log.error({ err: thrown, code }, 'request failed')
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS))
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({
      error: { code, message, ...(details !== undefined && { details }), requestId: request.id },
    })
}

export function answerOf(thrown: unknown): Answer {
  if (thrown instanceof ServerError || thrown instanceof PassedOnError) return thrown
  if (thrown instanceof EngineError || thrown instanceof StoreError) return ofOurs(thrown)
  if (thrown instanceof InvalidWorkflowError)
    return { ...ofWorkflow(thrown), details: thrown.problems }
  if (thrown instanceof WorkflowError) return ofWorkflow(thrown)
  if (thrown instanceof WorkersError) return ofWorkers(thrown)
  if (thrown instanceof HomeError) return ofHome(thrown)
  return ofFastify(thrown as FastifyError) ?? unforeseen(thrown)
}

/** A database's message may name hosts and files: a caller sees it only where the fault is theirs. */
function ofOurs(error: EngineError | StoreError): Answer {
  const { status, code, message, retryable } = error
  const fault = error instanceof StoreError ? faultOf(error) : undefined
  if (fault !== undefined) return fault
  return { status, code, message, retryAfterS: retryable && status === 503 ? 1 : undefined }
}

function ofWorkflow({ status, code, message, retryable }: WorkflowError): Answer {
  return { status, code, message, retryAfterS: retryable && status === 503 ? 1 : undefined }
}

/** A setting of the server that is missing is about the request that needs it. */
function ofWorkers({ status, code, message }: WorkersError): Answer {
  return { status: status >= 500 ? 409 : status, code, message }
}

/** Its own message may name hosts. */
function ofHome({ status, code, advice, retryable }: HomeError): Answer {
  const message = `The home of the model failed: ${code}. ${advice}`
  return { status, code, message, retryAfterS: retryable && status === 503 ? 1 : undefined }
}

/** A failure of the store itself; a rejected commit is about the request. */
function faultOf(error: StoreError): Answer | undefined {
  const isFault = error instanceof RejectedError && error.rejection.rejected === 'transport'
  const code = isFault ? error.rejection.code : error.code
  const known = STORE_ERRORS[code as StoreErrorCode]
  if (known === undefined || known.status < 500) return undefined
  const { status, retryable, advice } = known
  const afterS = code === 'disk-full' ? DISK_RETRY_S : 1
  const message = `The store failed: ${code}. ${advice}`
  return { status, code, message, retryAfterS: retryable && status === 503 ? afterS : undefined }
}

const ofCodes: Readonly<Record<string, () => ServerError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new ServerError('json-needed', 'The body is not JSON.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new ServerError('bad-json', 'The body is empty.'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new ServerError('too-large', 'The body is too large.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ServerError('bad-request', 'The body is not as long as Content-Length says.'),
  FST_ERR_MAX_PARAM_LENGTH: () =>
    new ServerError('url-too-long', 'A part of the address is too long.'),
  FST_ERR_BAD_URL: () => new ServerError('bad-request', 'The address is malformed.'),
  FST_ERR_HANDLER_TIMEOUT: () => new ServerError('timeout', 'The answer took too long.'),
}

function ofFastify(error: FastifyError): Answer | undefined {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const details = error.validation
      .slice(0, 20)
      .map(({ instancePath, message }) => ({ at: instancePath, message }))
    const where = `${error.validationContext ?? 'request'}${details[0]?.at ?? ''}`
    return new ServerError('bad-request', `The ${where} is not as it must be.`, { details })
  }
  const known = typeof error?.code === 'string' ? ofCodes[error.code] : undefined
  if (known !== undefined) return known()
  const status = error?.statusCode ?? 500
  if (status < 400 || status >= 500) return undefined
  return { ...pick(new ServerError('bad-request', 'The request is malformed.')), status }
}

function pick({ code, message, status }: ServerError): Answer {
  return { code, message, status }
}

function unforeseen(cause: unknown): Answer {
  return new ServerError('internal', 'Something went wrong on the server.', { cause })
}
