import type { FastifyInstance } from 'fastify'
import type { Config } from '#src/config.ts'

type Stopping = { app: FastifyInstance; closeStorage: () => Promise<void>; config: Config }

const signals = ['SIGTERM', 'SIGINT'] as const

/**
 * Graceful shutdown: readiness turns false while requests are still served for the configured delay; then HTTP closes,
 * which waits for running requests and releases jobs under way; then storage. A second signal skips the delay.
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
      .finally(() => clearTimeout(late))
      .catch((err: unknown) => {
        app.log.fatal({ err }, 'the service did not close')
        process.exit(1)
      })
  }
  const stop = () => {
    if (drained !== undefined || config.drainMs === 0) return close()
    app.log.info({ drainMs: config.drainMs }, 'draining')
    app.drain()
    drained = setTimeout(close, config.drainMs)
  }
  for (const signal of signals) process.on(signal, stop)
}
