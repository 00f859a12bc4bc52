import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Outcome } from '#plugins/admission.ts'
import type { Config } from '#src/config.ts'
import type { Operation } from '#src/contract/document.ts'
import { catalogue } from '#src/contract/problems/catalogue.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { createFaultHeaderReader, faultHeader, type RequestedFault } from '#src/http/fault-injection/fault-header.ts'
import { type Fault, formatFault, listRandomFaults } from '#src/http/fault-injection/faults.ts'
import { createRandomDraw } from '#src/http/fault-injection/random-faults.ts'

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
        const { fault, seconds = retryAfterSeconds }: RequestedFault = readFaultHeader(
          request.headers[faultHeader],
        ) ?? { fault: draw(randomFaults) }
        if (fault === undefined) return await work()
        request.fault = fault
        return await inject(fault, work, { seconds, stopping: app.resources.stopping })
      }
    })
    reportFaults(app)
  },
  { name: 'fault-injection', dependencies: ['error-handler'] },
)

async function inject<T>(
  fault: Fault,
  work: () => Promise<T>,
  { seconds, stopping }: { seconds: number; stopping: AbortSignal },
): Promise<T> {
  switch (fault.kind) {
    case 'refusal':
      throw new Problem(fault.code, isRetryable(fault.code) ? { retryAfter: seconds } : {})
    case 'lost-request':
      // This response is never read: its connection is cut below.
      throw new Problem('overloaded')
    case 'lost-commit':
      await work()
      throw new Problem('persistence_unavailable', { retryAfter: seconds, cause: 'chaos' })
    case 'slow':
      await sleep(fault.ms, undefined, { signal: stopping }).catch(() => {
        throw new Problem('shutting_down')
      })
      return await work()
    case 'lost-reply':
      return await work()
  }
}

const isRetryable = (code: keyof typeof catalogue) =>
  catalogue[code].status === 429 || (catalogue[code].status === 503 && code !== 'not_configured')

/** Says in the response and in the log that it was made up, and cuts the connection of what is to be lost. */
function reportFaults(app: FastifyInstance): void {
  app.addHook('onSend', async (request: FastifyRequest, reply) => {
    const { fault } = request
    if (fault === undefined) return
    request.log.info({ chaos: formatFault(fault) }, 'chaos')
    reply.header(faultHeader, formatFault(fault))
    if (fault.kind === 'lost-reply' || fault.kind === 'lost-request') request.raw.socket.destroy()
  })
}
