import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { nextTurn } from '#src/text/time-slices.ts'
import { type Operation, operationContracts } from './document.ts'
import type { Area } from './operation-types.ts'
import { createRequestParser } from './request-parser.ts'
import { createEventValidator } from './response-check.ts'
import { type EventStream, eventStreamType } from './sse.ts'

type AnyResponse = { status: number; body: unknown; headers?: Record<string, string> }
/** A handler of an operation that is known at run time only; its types were checked where the area named it. */
type AnyHandler = (call: object, resources: object) => Promise<AnyResponse>

/** The Fastify plugin of one area: a route for each operation of its contract tag. */
export function createArea(tag: Area, handlers: Readonly<Record<string, unknown>>) {
  return async (app: FastifyInstance) => {
    for (const operation of operationContracts.values())
      if (operation.tag === tag) app.route(buildRoute(app, operation, handlers[operation.id] as AnyHandler))
  }
}

function buildRoute(app: FastifyInstance, operation: Operation, handler: AnyHandler): RouteOptions {
  const readRequest = createRequestParser(operation)
  const validateEvent = createEventValidator(operation, app.metrics.countViolation)
  const { onRequest: admissionHooks, admit } = app.createAdmission(operation)
  const injectFault = app.createFaultInjection(operation)
  return {
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    config: { operation },
    ...(operation.body === undefined ? {} : { bodyLimit: operation.body.bytesMax }),
    onRequest: [app.identify(operation), ...app.rateLimit.listHooks(operation), ...admissionHooks],
    handler: (request, reply) => {
      const { caller, log } = request
      const work = async (call: object): Promise<OutgoingReply> => {
        const { status, headers = {}, body } = await handler(call, app.resources)
        if (validateEvent === undefined) return { status, headers, type: jsonType, content: body }
        const stream = app.writeEvents(log, body as EventStream<unknown>, validateEvent)
        // A proxy that buffers the response would hold every event back.
        const streamHeaders = { ...headers, 'x-accel-buffering': 'no' }
        const { body: content, completion } = stream
        return { status, headers: streamHeaders, type: eventStreamType, content, completion }
      }
      // Parsed within the admission, since its cost grows with the body.
      const parseAndWork = async () => {
        const { body } = request as { body: Buffer | undefined }
        if (body !== undefined && body.length >= ownTurnBytesMin) await nextTurn()
        const call = { ...readRequest(getRawParts(request)), caller, log }
        return injectFault(request, () => work(call))
      }
      return admit(request, parseAndWork).then(({ status, headers, type, content }) => {
        reply.code(status).headers(headers).type(type)
        return content
      })
    },
  }
}

/** Bytes of a body above which it is parsed in a turn of the event loop for itself. */
const ownTurnBytesMin = 16_384

const jsonType = 'application/json; charset=utf-8'

/** A response ready to be checked and serialized (plugins/response-check.ts). */
type OutgoingReply = {
  status: number
  headers: Record<string, string>
  type: string
  content: unknown
  /** Settles when the work that produces a stream's events has ended. */
  completion?: Promise<void>
}

const getRawParts = (request: FastifyRequest) => ({
  url: request.raw.url ?? '',
  path: request.params as Record<string, string>,
  headers: request.headers,
  body: request.body as Buffer | undefined,
})
