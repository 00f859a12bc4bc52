/** A setting that cannot be used; the message names the variable and what it accepts, and never repeats its value. */
export class ConfigError extends Error {
  constructor(variable: string, accepts: string) {
    super(`${variable} ${accepts}`)
    this.name = 'ConfigError'
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

/** What texts a setting accepts; `parse` returns undefined for any other. */
export type Kind<T> = { parse: (text: string) => T | undefined; accepts: string }

/** A setting: its variable, its kind, and what it is when the variable is not set. */
export type Setting<T> = Kind<T> & { name: string; otherwise: T; isRequired?: true }

export const setting = <T, O extends T | undefined = undefined>(
  name: string,
  kind: Kind<T>,
  otherwise?: O,
): Setting<T | O> => ({ ...kind, name, otherwise: otherwise as O })

/** Outside development the start fails without it. */
export const required = <T, O extends T | undefined = undefined>(
  name: string,
  kind: Kind<T>,
  otherwise?: O,
): Setting<T | O> => ({ ...setting(name, kind, otherwise), isRequired: true })

export const text: Kind<string> = { parse: (value) => value, accepts: 'must be a text' }

export const secret: Kind<string> = {
  parse: (value) => (value.length >= 16 ? value : undefined),
  accepts: 'must have 16 characters or more',
}

/** A whole number within [min, max]; its unit belongs in the variable's name. */
export const integer = (min: number, max: number): Kind<number> => ({
  parse: (value) => {
    const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN
    return number >= min && number <= max ? number : undefined
  },
  accepts: `must be a whole number from ${min} to ${max}`,
})

export const oneOf = <const T extends string>(...choices: T[]): Kind<T> => ({
  parse: (value) => choices.find((choice) => choice === value),
  accepts: `must be one of ${choices.join(', ')}`,
})

export const flag: Kind<boolean> = {
  parse: (value) => ({ true: true, false: false })[value],
  accepts: 'must be one of true, false',
}

export const url = (...protocols: string[]): Kind<string> => ({
  parse: (value) => (protocols.some((protocol) => value.startsWith(`${protocol}//`)) ? value : undefined),
  accepts: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
})

/** Texts with commas between them. */
export const list = (accepts: string, isAccepted: (one: string) => boolean): Kind<readonly string[]> => ({
  parse: (value) => {
    const all = value.split(',').map((one) => one.trim())
    return all.every(isAccepted) ? all : undefined
  },
  accepts,
})
