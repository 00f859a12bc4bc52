import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '#src/config.ts'
import { operationContracts } from '#src/contract/document.ts'
import { Problem } from '#src/contract/problems/problem.ts'

/** What is left is for the work that has begun, and for the collector, which takes ever more time as the heap fills. */
const heapShareMax = 0.75

/** Milliseconds over which the delay of the event loop is averaged. */
const sampleIntervalMs = 1_000

/**
 * Whether the value is no delay above the limit: the library calls it infinite when the loop turned at most once in an
 * interval, which shows one stall about as long, and would shed at any limit.
 */
const isStall = (value: number | undefined, { limits }: Config) =>
  value === Number.POSITIVE_INFINITY && limits.eventLoopDelayMsMax > sampleIntervalMs

/**
 * Sheds load before the process drowns: a second behind on the event loop (the setting's default) means that every
 * caller already waits longer than a retry would cost, and a heap this large is an accumulation, not work. Health is
 * served all the same: a process that is busy is not one to be replaced.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    await app.register(underPressure, {
      maxEventLoopDelay: config.limits.eventLoopDelayMsMax,
      maxHeapUsedBytes: Math.min(1_500_000_000, heapShareMax * getHeapStatistics().heap_size_limit),
      sampleInterval: sampleIntervalMs,
      pressureHandler: (request, _reply, _type, value) => {
        if (!isHealth(request) && !isStall(value, config)) throw new Problem('overloaded')
      },
    })
  },
  { name: 'pressure' },
)

const healthIds = new Set<unknown>(
  [...operationContracts.values()].filter(({ tag }) => tag === 'health').map(({ id }) => id),
)

const isHealth = ({ routeOptions }: FastifyRequest) => healthIds.has(routeOptions.config.operationId)
