import { readRules } from '#src/http/fault-injection/rules.ts'
import { ConfigError, type Reader } from './env.ts'

/**
 * Failures on demand and by chance, for client teams; what CHAOS may say stands in src/http/fault-injection/rules.ts. Nobody's words may come near
 * it, so it is refused wherever somebody else than a developer may be served.
 */
export function readChaos(read: Reader, environment: string) {
  const rules = read.text('CHAOS')
  const seed = read.integer('CHAOS_SEED', { min: 0, max: 2 ** 31, otherwise: Math.floor(Math.random() * 2 ** 31) })
  if (rules === undefined) return undefined
  if (environment !== 'development') throw new ConfigError('CHAOS', 'is for development alone')
  // Read again where it acts; here so that the start ends before anything is opened.
  readRules(rules)
  return { rules, seed }
}
