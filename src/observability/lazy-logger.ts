import type { FastifyBaseLogger } from 'fastify'

// biome-ignore lint/suspicious/noExplicitAny: goes on as it is
type Line = [any, ...any[]]

/** Creates the child logger at its first use: most requests log nothing of their own. */
export class LazyLogger implements FastifyBaseLogger {
  readonly #make: () => FastifyBaseLogger
  #made: FastifyBaseLogger | undefined

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make
  }

  get #log(): FastifyBaseLogger {
    this.#made ??= this.#make()
    return this.#made
  }

  get level() {
    return this.#log.level
  }

  set level(level) {
    this.#log.level = level
  }

  child(...given: Parameters<FastifyBaseLogger['child']>) {
    return this.#log.child(...given)
  }

  fatal(...line: Line) {
    this.#log.fatal(...line)
  }

  error(...line: Line) {
    this.#log.error(...line)
  }

  warn(...line: Line) {
    this.#log.warn(...line)
  }

  info(...line: Line) {
    this.#log.info(...line)
  }

  debug(...line: Line) {
    this.#log.debug(...line)
  }

  trace(...line: Line) {
    this.#log.trace(...line)
  }

  silent() {}
}
