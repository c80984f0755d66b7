// Spans for OpenTelemetry. Without an SDK they cost next to nothing and go nowhere.

import type { WorkerEvent } from '@cellwake/workers'
import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { FastifyRequest } from 'fastify'
import { VERSION } from './version.ts'

const tracer = () => trace.getTracer('cellwake', VERSION)

/** The span of a request; a caller's own trace goes on in it. */
export function requestSpan(request: FastifyRequest): Span {
  const parent = propagation.extract(context.active(), request.headers)
  const route = request.routeOptions.url ?? 'none'
  return tracer().startSpan(
    `${request.method} ${route}`,
    {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': request.method, 'http.route': route },
    },
    parent,
  )
}

export function endRequestSpan(span: Span, status: number): void {
  span.setAttribute('http.response.status_code', status)
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** The span of an attempt at an external call, told of when it has ended. */
export function callSpan(event: Extract<WorkerEvent, { type: 'attempt' }>): void {
  const { route, model, job, attempt, outcome, tookMs } = event
  const span = tracer().startSpan(`call ${event.function}`, {
    kind: SpanKind.CLIENT,
    startTime: event.at - tookMs,
    attributes: {
      'cellwake.route': route,
      'cellwake.model': model,
      'cellwake.job': job,
      'cellwake.attempt': attempt,
      'cellwake.outcome': outcome,
    },
  })
  if (outcome !== 'done') span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(event.at)
}

/** Runs `act` as a part of a span. */
export function within<T>(span: Span, act: () => T): T {
  return context.with(trace.setSpan(context.active(), span), act)
}

export async function inSpan<T>(
  name: string,
  attributes: Attributes,
  act: () => Promise<T>,
): Promise<T> {
  const span = tracer().startSpan(name, { attributes })
  try {
    return await within(span, act)
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}
