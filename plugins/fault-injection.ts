import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Outcome } from '#plugins/admission.ts'
import type { Config } from '#src/config.ts'
import type { Operation } from '#src/contract/document.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { createFaultHeaderReader, faultHeader } from '#src/http/fault-injection/fault-header.ts'
import { createRandomDraw, type Fault, listRandomFaults } from '#src/http/fault-injection/faults.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault that is injected into this request. */
    fault: Fault | undefined
  }
  interface FastifyInstance {
    /** What an admitted, valid request runs its work by. */
    createFaultInjection: (
      operation: Operation,
    ) => <T extends Outcome>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>
  }
}

/** Seconds: a minute, as a real refusal of the rate limit says, would only make tests of clients slow. */
const retryAfterSeconds = 1

/**
 * For client teams, on a developer's machine alone and there only when asked for: requests meet the failures that the
 * contract documents, by chance or because they ask for it. It acts where the work would begin, so a request is
 * identified, paced and valid before.
 */
export default fp(
  async (app: FastifyInstance, { config: { chaos } }: { config: Config }) => {
    if (chaos === undefined) {
      app.decorate('createFaultInjection', () => (_request, work) => work())
      return
    }
    const draw = createRandomDraw(chaos)
    app.decorateRequest('fault', undefined)
    app.decorate('createFaultInjection', (operation: Operation) => {
      const randomFaults = listRandomFaults(operation)
      const readFaultHeader = createFaultHeaderReader(operation)
      return async (request, work) => {
        const asked = readFaultHeader(request.headers[faultHeader])
        request.fault = asked === 'none' ? undefined : (asked ?? draw(randomFaults))
        return request.fault === undefined ? await work() : await inject(request.fault, work, app.resources.stopping)
      }
    })
    reportFaults(app)
  },
  { name: 'fault-injection', dependencies: ['error-handler'] },
)

async function inject<T>(
  { delayMs = 0, works, refusal, retryAfter = retryAfterSeconds }: Fault,
  work: () => Promise<T>,
  stopping: AbortSignal,
): Promise<T> {
  await sleep(delayMs, undefined, { signal: stopping }).catch(() => {
    throw new Problem('shutting_down')
  })
  const outcome = works ? await work() : undefined
  if (refusal === undefined) return outcome as T
  // A refusal that waiting cannot mend has no Retry-After.
  throw new Problem(refusal, new Problem(refusal).retryAfter === undefined ? {} : { retryAfter })
}

/** Says in the response and in the log that it was made up, and cuts the connection of what is to be lost. */
function reportFaults(app: FastifyInstance): void {
  app.addHook('onSend', async (request: FastifyRequest, reply) => {
    const { fault } = request
    if (fault === undefined) return
    request.log.info({ chaos: fault.name }, 'chaos')
    reply.header(faultHeader, fault.name)
    if (fault.cuts) request.raw.socket.destroy()
  })
}
