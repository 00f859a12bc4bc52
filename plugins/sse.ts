import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '#src/config.ts'
import { type EventStream, eventStreamType, tellEvents } from '#src/contract/sse.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers with a stream of events, each judged before it is sent. */
    sendEvents: (reply: FastifyReply, stream: EventStream<unknown>, judge: (event: unknown) => void) => FastifyReply
  }
}

/** Streams of events. Work that goes on when its client is gone belongs to nobody else, so closing waits for it. */
export default fp(
  async (app, { config }: { config: Config }) => {
    const working = new Set<Promise<void>>()
    app.addHook('onClose', async () => {
      await Promise.all(working)
    })
    app.decorate('sendEvents', (reply, stream, judge) => {
      const { stopping } = app.resources
      const { heartbeatMs } = config
      const { body, worked } = tellEvents(stream, { judge, log: reply.log, stopping, heartbeatMs })
      working.add(worked)
      void worked.then(() => working.delete(worked))
      // A proxy that gathers an answer before it passes it on would hold every event back.
      return reply.type(eventStreamType).header('x-accel-buffering', 'no').send(body)
    })
  },
  { name: 'event-streams' },
)
