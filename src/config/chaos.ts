import { ConfigError, type EnvReader } from './env.ts'

/**
 * Injected faults, for client teams. What the rules may say is read by src/http/fault-injection/rules.ts. Outside
 * development the setting is refused, so that no artist is served by it.
 */
export function readChaos(read: EnvReader, environment: string) {
  const rules = read.text('CHAOS')
  const seed = read.integer('CHAOS_SEED', { min: 0, max: 2 ** 31, otherwise: Math.floor(Math.random() * 2 ** 31) })
  if (rules === undefined) return undefined
  if (environment !== 'development') throw new ConfigError('CHAOS', 'is for development alone')
  return { rules, seed }
}
