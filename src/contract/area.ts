import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { type Operation, type OperationId, operationContracts } from './document.ts'
import type { Area, Handlers } from './operation-types.ts'
import { createRequestParser } from './request-parser.ts'
import { createEventValidator, createResponseValidator } from './response-validator.ts'
import { Told } from './serialized-response.ts'
import { type EventStream, eventStreamType } from './sse.ts'

type AnyAnswer = { status: number; body: unknown; headers?: Record<string, string> }
type AnyTold = Told<OperationId>
/** A handler once its operation is only known at run time; its types were checked where the area named it. */
type AnyHandler = (call: object, resources: object) => Promise<AnyAnswer | AnyTold>

/**
 * The plugin of one area: mounts exactly the operations of its contract tag, each under the contract's method and path.
 * Refuses to start on any difference between the two, by name.
 */
export function area<A extends Area>(tag: A, handlers: Handlers<A>) {
  return async (app: FastifyInstance) => {
    const operations = [...operationContracts.values()].filter((operation) => operation.tag === tag)
    refuseDifference(tag, operations, Object.keys(handlers))
    for (const operation of operations) {
      app.route(routeOf(app, operation, (handlers as Record<string, unknown>)[operation.id] as AnyHandler))
    }
  }
}

function refuseDifference(tag: string, operations: Operation[], handled: string[]): void {
  const missing = operations.map(({ id }) => id).filter((id) => !handled.includes(id))
  const extra = handled.filter((id) => !operations.some((operation) => operation.id === id))
  if (missing.length + extra.length === 0) return
  throw new Error(
    `Area ${tag} differs from the contract: without a handler [${missing.join(', ')}], without an operation [${extra.join(', ')}]`,
  )
}

function routeOf(app: FastifyInstance, operation: Operation, handler: AnyHandler): RouteOptions {
  const readRequest = createRequestParser(operation)
  const judgeEvent = createEventValidator(operation, app.measures.countViolation)
  const tell = tellerOf(app, operation, judgeEvent === undefined ? JSON.stringify : identity)
  const admit = app.admitting(operation)
  return {
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    config: { operationId: operation.id },
    ...(operation.body === undefined ? {} : { bodyLimit: operation.body.bytesMax }),
    onRequest: [app.identify(operation), ...app.rateLimit.hooksOf(operation)],
    handler: (request, reply) => {
      const { caller, log } = request
      const uncount = () => app.rateLimit.giveBack(request)
      const call = { ...readRequest(rawOf(request)), caller, log, tell, uncount }
      const work = () =>
        handler(call, app.resources).then((answer): Written => {
          const { status, headers, content } = answer instanceof Told ? answer : tell(answer)
          if (judgeEvent === undefined) return { status, headers, type: jsonType, content }
          const { body, worked } = app.writeEvents(log, content as EventStream<unknown>, judgeEvent)
          // A proxy that gathers an answer before it passes it on would hold every event back.
          return {
            ...{ status, headers: { ...headers, 'x-accel-buffering': 'no' }, type: eventStreamType },
            ...{ content: body, worked },
          }
        })
      return admit(request, work).then(({ status, headers, type, content }) => {
        reply.code(status).headers(headers).type(type)
        return content
      })
    },
  }
}

const jsonType = 'application/json; charset=utf-8'

/** An answer in the form that leaves. */
type Written = {
  status: number
  headers: Record<string, string>
  type: string
  content: unknown
  /** Settled when the work behind a stream has ended. */
  worked?: Promise<void>
}

type Teller = (answer: AnyAnswer) => AnyTold

function tellerOf(app: FastifyInstance, operation: Operation, write: (body: unknown) => unknown): Teller {
  const judgeResponse = createResponseValidator(operation, app.measures.countViolation)
  return (answer) => {
    judgeResponse(answer)
    return new Told(answer, write(answer.body))
  }
}

/** A stream is judged and written event by event. */
const identity = (body: unknown) => body

const rawOf = (request: FastifyRequest) => ({
  url: request.raw.url ?? '',
  path: request.params as Record<string, string>,
  headers: request.headers,
  body: request.body as Buffer | undefined,
})
