import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '#src/config.ts'
import { Problem } from '#src/contract/problems/problem.ts'

/** The rest of the heap is for running work, and for the collector, which takes more time as the heap fills. */
const heapShareMax = 0.75

/** Milliseconds over which the delay of the event loop is averaged. */
const sampleIntervalMs = 1_000

/**
 * Whether the delay only means one stall that is within the limit. The library reports infinity if the loop turned at
 * most once in an interval, however short that stall was, and would refuse requests at any limit.
 */
const isShortStall = (value: number | undefined, { limits }: Config) =>
  value === Number.POSITIVE_INFINITY && limits.eventLoopDelayMsMax > sampleIntervalMs

/**
 * Refuses requests while the process is overloaded. With an event-loop delay of a second (the default) every caller
 * already waits longer than a retry would cost, and a heap of this size shows an accumulation. Health checks are still
 * answered, because a busy process must not be replaced.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    await app.register(underPressure, {
      maxEventLoopDelay: config.limits.eventLoopDelayMsMax,
      maxHeapUsedBytes: Math.min(1_500_000_000, heapShareMax * getHeapStatistics().heap_size_limit),
      sampleInterval: sampleIntervalMs,
      pressureHandler: (request, _reply, _type, value) => {
        if (!isHealth(request) && !isShortStall(value, config)) throw new Problem('overloaded')
      },
    })
  },
  { name: 'pressure' },
)

const isHealth = ({ routeOptions }: FastifyRequest) => routeOptions.config.operation?.tag === 'health'
