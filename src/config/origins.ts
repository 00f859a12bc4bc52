import { ConfigError, type EnvReader } from './env.ts'

/**
 * The origins whose pages may call: every one on a developer's machine, none but the service's own elsewhere, unless
 * they are named. `*` opens it to every page; that reaches no more than a token which the page already holds.
 */
export function readOrigins(read: EnvReader, environment: string): '*' | readonly string[] {
  const value = read.text('CORS_ORIGINS')
  if (value === undefined) return environment === 'development' ? '*' : []
  if (value === '*') return value
  const origins = value.split(',').map((one) => one.trim())
  if (origins.every(isOrigin)) return origins
  throw new ConfigError('CORS_ORIGINS', 'must be origins with commas between them, such as https://app.example, or *')
}

const isOrigin = (text: string) => /^https?:/.test(text) && URL.parse(text)?.origin === text
