import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'
import { type EventStream, streamEvents } from '#src/contract/sse.ts'
import { toProblem } from './error-handler.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The bytes of a stream of events, each validated before it is sent; `completion` settles when the work that
     * produces them has ended.
     */
    writeEvents: (
      log: FastifyBaseLogger,
      stream: EventStream<unknown>,
      assertValid: (event: unknown) => void,
    ) => { body: Readable; completion: Promise<void> }
  }
}

/** Silence before a comment is sent; proxies in between may cut connections that are idle for half a minute. */
const heartbeatMs = 10_000

/** Streams of events. Work may go on when its client is gone, so closing waits for it. */
export default fp(
  async (app) => {
    const working = new Set<Promise<void>>()
    app.addHook('onClose', async () => {
      await Promise.all(working)
    })
    app.decorate('writeEvents', (log, stream, assertValid) => {
      const { stopping } = app.resources
      const { body, completion } = streamEvents(stream, { assertValid, toProblem, log, stopping, heartbeatMs })
      working.add(completion)
      void completion.then(() => working.delete(completion))
      return { body, completion }
    })
  },
  { name: 'event-streams' },
)
