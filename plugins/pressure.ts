import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '#src/config.ts'
import { Problem } from '#src/problems/problem.ts'

/**
 * Sheds load before the process drowns: a second behind on the event loop (the setting's default) means that every caller
 * already waits longer than a retry would cost, and a heap this large is an accumulation, not work.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    await app.register(underPressure, {
      maxEventLoopDelay: config.limits.eventLoopDelayMsMax,
      maxHeapUsedBytes: 1_500_000_000,
      pressureHandler: () => {
        throw new Problem('overloaded')
      },
    })
  },
  { name: 'pressure' },
)
