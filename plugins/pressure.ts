import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '#src/config.ts'
import { Problem } from '#src/contract/problems/problem.ts'

/** The rest of the heap is for running work, and for the collector, which takes more time as the heap fills. */
const heapShareMax = 0.75

/**
 * Refuses requests while the process is overloaded. With an event-loop delay of a second (the default) every caller
 * already waits longer than a retry would cost, and a heap of this size shows an accumulation. Health checks are still
 * answered, because a busy process must not be replaced.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    await app.register(underPressure, {
      maxEventLoopDelay: config.limits.eventLoopDelayMsMax,
      // The library reports infinity if the loop turned at most once in an interval: in a shorter one, for any stall.
      sampleInterval: Math.min(config.limits.eventLoopDelayMsMax, 5_000),
      maxHeapUsedBytes: Math.min(1_500_000_000, heapShareMax * getHeapStatistics().heap_size_limit),
      pressureHandler: (request) => {
        if (!isHealth(request)) throw new Problem('overloaded')
      },
    })
  },
  { name: 'pressure' },
)

const isHealth = ({ routeOptions }: FastifyRequest) => routeOptions.config.operation?.tag === 'health'
