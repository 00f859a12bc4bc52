import type { FastifyInstance } from 'fastify'
import type { Config } from '#src/config.ts'

type Stopping = { app: FastifyInstance; closeStorage: () => Promise<void>; config: Config }

const signals = ['SIGTERM', 'SIGINT'] as const

/**
 * Ends the process in good order when it is told to: first it says that it takes no new traffic and goes on serving, as
 * long as the settings say; then HTTP closes, which waits for what has begun and gives the jobs under way back; then
 * storage. Who tells it a second time does not want to wait for the traffic to be routed elsewhere.
 */
export function stopOnSignal({ app, closeStorage, config }: Stopping): void {
  let drained: NodeJS.Timeout | undefined
  let closing = false
  const close = () => {
    if (closing) return
    closing = true
    clearTimeout(drained)
    const late = setTimeout(() => process.exit(1), config.timeouts.closeMs).unref()
    void app
      .close()
      .then(closeStorage)
      .then(() => clearTimeout(late))
  }
  const stop = () => {
    if (drained !== undefined || config.drainMs === 0) return close()
    app.log.info({ drainMs: config.drainMs }, 'draining')
    app.drain()
    drained = setTimeout(close, config.drainMs)
  }
  for (const signal of signals) process.on(signal, stop)
}
