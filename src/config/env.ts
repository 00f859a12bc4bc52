/**
 * Reads single settings from the environment. Every reader takes the variable's name and what to use when it is absent,
 * and refuses a value it cannot take with a message that names the variable and what it accepts. An empty variable is
 * refused: it was meant to set something, and the default may allow what the operator wanted to forbid.
 */
export class ConfigError extends Error {
  constructor(variable: string, accepts: string) {
    super(`${variable} ${accepts}`)
    this.name = 'ConfigError'
  }
}

/** Refuses the start of a deployment that lacks a setting. */
export function refuseMissing(name: string, environment: string): never {
  throw new ConfigError(name, `is required when SERVICE_ENVIRONMENT is ${environment}`)
}

export type Environment = Readonly<Record<string, string | undefined>>

export type EnvReader = ReturnType<typeof createEnvReader>

/** The readers over one environment; values are never echoed in an error, since some of them are secrets. */
export function createEnvReader(env: Environment) {
  function text(name: string): string | undefined {
    if (env[name] === '') throw new ConfigError(name, 'is empty; give it a value, or leave it out')
    return env[name]
  }

  /** A whole number within [min, max]; the unit is the caller's and belongs in the variable's name. */
  function integer(name: string, range: { min: number; max: number; otherwise: number }): number {
    const raw = text(name)
    if (raw === undefined) return range.otherwise
    const value = /^\d{1,12}$/.test(raw) ? Number(raw) : Number.NaN
    if (value >= range.min && value <= range.max) return value
    throw new ConfigError(name, `must be a whole number from ${range.min} to ${range.max}`)
  }

  function oneOf<const T extends string>(name: string, choices: readonly T[], otherwise: T): T {
    const value = text(name)
    if (value === undefined) return otherwise
    const choice = choices.find((candidate) => candidate === value)
    if (choice !== undefined) return choice
    throw new ConfigError(name, `must be one of ${choices.join(', ')}`)
  }

  const flag = (name: string, otherwise: boolean): boolean =>
    oneOf(name, ['true', 'false'], otherwise ? 'true' : 'false') === 'true'

  function url(name: string, protocols: readonly string[]): string | undefined {
    const value = text(name)
    if (value === undefined) return undefined
    const scheme = /^([a-z]+:)\/\//.exec(value)?.[1]
    if (scheme !== undefined && protocols.includes(scheme)) return value
    throw new ConfigError(name, `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`)
  }

  return { text, integer, oneOf, flag, url }
}
