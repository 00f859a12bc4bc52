/** A setting that cannot be used; the message names the variable and what it accepts, and never repeats its value. */
export class ConfigError extends Error {
  constructor(variable: string, accepts: string) {
    super(`${variable} ${accepts}`)
    this.name = 'ConfigError'
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

/** One row of the table of settings: the kind of its value, and what it is when its variable is not set. */
export type Setting<T> = {
  /** Undefined when the text is not accepted. */
  parse: (text: string) => T | undefined
  accepts: string
  otherwise: T
  /** Outside development the start fails without it. */
  isRequired?: true
}

export const text = <T extends string | undefined = undefined>(
  otherwise?: T,
  { charsMin = 1 } = {},
): Setting<string | T> => ({
  parse: (value) => (value.length >= charsMin ? value : undefined),
  accepts: `must have ${charsMin} characters or more`,
  otherwise: otherwise as T,
})

/** A whole number within [min, max]; its unit belongs in the variable's name. */
export const integer = (otherwise: number, { min, max }: { min: number; max: number }): Setting<number> => ({
  parse: (value) => {
    const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN
    return number >= min && number <= max ? number : undefined
  },
  accepts: `must be a whole number from ${min} to ${max}`,
  otherwise,
})

/** Milliseconds of a wait, which always ends. */
export const ms = (otherwise: number) => integer(otherwise, { min: 1, max: 600_000 })

export const oneOf = <const T extends string>(otherwise: T, choices: readonly T[]): Setting<T> => ({
  parse: (value) => choices.find((choice) => choice === value),
  accepts: `must be one of ${choices.join(', ')}`,
  otherwise,
})

export const flag = (otherwise: boolean): Setting<boolean> => ({
  parse: (value) => ({ true: true, false: false })[value],
  accepts: 'must be one of true, false',
  otherwise,
})

export const url = <T extends string | undefined = undefined>(
  protocols: readonly string[],
  otherwise?: T,
): Setting<string | T> => ({
  parse: (value) => (protocols.some((protocol) => value.startsWith(`${protocol}//`)) ? value : undefined),
  accepts: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  otherwise: otherwise as T,
})

/** Texts with commas between them. */
export const list = (accepts: string, isAccepted: (one: string) => boolean): Setting<readonly string[]> => ({
  parse: (value) => {
    const all = value.split(',').map((one) => one.trim())
    return all.every(isAccepted) ? all : undefined
  },
  accepts,
  otherwise: [],
})

export const required = <T>(setting: Setting<T>): Setting<T> => ({ ...setting, isRequired: true })
