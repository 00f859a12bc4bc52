import { readRules } from '#src/chaos/rules.ts'
import { ConfigError, type Reader } from './read.ts'

/**
 * Failures on demand and by chance, for client teams; what CHAOS may say stands in src/chaos/rules.ts. Nobody's words may come near
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
