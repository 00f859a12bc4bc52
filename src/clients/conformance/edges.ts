import { generateSync, type JsonSchema } from 'json-schema-faker'
import { document, resolve, type Schema } from '#src/contract/document.ts'
import { validate } from './response.ts'

/** A value at or beyond a bound of its schema. `field` is the property to be named by a refusal. */
type Edge = { what: string; field: string; value: unknown }

const components = (document.components as { schemas: Schema }).schemas

/** A value that a schema admits, or undefined where the generator finds none. */
export function sample(schema: Schema): unknown {
  const whole = { ...schema, components: { schemas: components } } as JsonSchema
  try {
    const value = generateSync(whole, { seed: 1 })
    return validate(schema, value).length === 0 ? value : undefined
  } catch {
    return undefined
  }
}

/** Values at and beyond each bound of a schema, each made from one that it admits by changing one place. */
export function* listEdges(schema: Schema, value: unknown, field: string): Generator<Edge> {
  const plain = choose(schema, value)
  for (const [what, wrong] of otherTypes) yield { what: `${field}: ${what}`, field, value: wrong }
  if (Array.isArray(plain.enum)) {
    for (const member of plain.enum) yield { what: `${field}: ${JSON.stringify(member)}`, field, value: member }
    yield { what: `${field}: none of its values`, field, value: 'none-of-them' }
  } else if (typeof value === 'string') yield* listTextEdges(plain, value, field)
  else if (typeof value === 'number') yield* listNumberEdges(plain, field)
  else if (Array.isArray(value)) yield* listListEdges(plain, value, field)
  else if (typeof value === 'object' && value !== null) yield* listObjectEdges(plain, { ...value }, field)
}

/** The member of a union that admits the value, with its reference followed. */
function choose(schema: Schema, value: unknown): Schema {
  const { $ref: _, ...siblings } = schema
  const whole: Schema = { ...resolve<Schema>(schema), ...siblings }
  const union = (whole.oneOf ?? whole.anyOf) as Schema[] | undefined
  const member = union?.find((one) => validate(one, value).length === 0)
  return member === undefined ? whole : choose(member, value)
}

const otherTypes: readonly [string, unknown][] = [
  ['null', null],
  ['a number', 7],
  ['a text', 'seven'],
  ['a truth value', true],
  ['a list', []],
  ['an object', {}],
]

/** At each bound, and one beyond it. */
const listBounds = (minimum: unknown, maximum: unknown): number[] => [
  ...(typeof maximum === 'number' ? [maximum, maximum + 1] : []),
  ...(typeof minimum === 'number' ? [minimum, minimum - 1] : []),
]

/** Nothing has fewer than none. */
const listLengths = (least: unknown, most: unknown) => listBounds(least, most).filter((length) => length >= 0)

function* listTextEdges({ minLength = 0, maxLength }: Schema, value: string, field: string): Generator<Edge> {
  const edge = (what: string, text: string) => ({ what: `${field}: ${what}`, field, value: text })
  for (const length of listLengths(minLength, maxLength)) yield edge(`${length} characters`, lengthen(value, length))
  if (typeof maxLength === 'number') yield edge(`${maxLength} characters beyond the basic plane`, '𝄞'.repeat(maxLength))
  yield edge('white space alone', ' '.repeat(Math.max(Number(minLength), 1)))
  yield edge('with U+0000', withUnit(value, '\u0000'))
  yield edge('with a lone surrogate', withUnit(value, '\ud800'))
}

/** Of the same length, so that the unit alone is at fault. */
const withUnit = (text: string, unit: string) => (text === '' ? unit : unit + [...text].slice(1).join(''))

const lengthen = (text: string, length: number) => [...text, ...'a'.repeat(length)].slice(0, length).join('')

function* listNumberEdges({ minimum, maximum }: Schema, field: string): Generator<Edge> {
  const edge = (number: number) => ({ what: `${field}: ${number}`, field, value: number })
  yield* listBounds(minimum, maximum).map(edge)
  if (typeof minimum === 'number') yield edge(minimum + 0.5)
}

function* listListEdges(schema: Schema, value: unknown[], field: string): Generator<Edge> {
  const { minItems, maxItems, items } = schema
  const repeat = (length: number) => Array.from({ length }, (_, at) => value[at] ?? value[0])
  const edge = (length: number) => ({ what: `${field}: ${length} items`, field, value: repeat(length) })
  if (value.length === 0) return
  yield* listLengths(minItems, maxItems).map(edge)
  const [first, ...rest] = value
  for (const inner of listEdges(items as Schema, first, `${field}/0`)) yield { ...inner, value: [inner.value, ...rest] }
}

function* listObjectEdges(schema: Schema, value: Record<string, unknown>, field: string): Generator<Edge> {
  yield { what: `${field}: an unknown property`, field: `${field}/unforeseen`, value: { ...value, unforeseen: 1 } }
  for (const name of (schema.required ?? []) as string[]) {
    const { [name]: _, ...rest } = value
    yield { what: `${field}: without ${name}`, field: `${field}/${name}`, value: rest }
  }
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    const own = value[name] ?? sample(property)
    if (own === undefined) continue
    for (const inner of listEdges(property, own, `${field}/${name}`))
      yield { ...inner, value: { ...value, [name]: inner.value } }
  }
}

/** Whether the contract admits a value. JSON can write a lone surrogate, which every text refuses, unlike its schema. */
export const fits = (schema: Schema, value: unknown): boolean =>
  validate(schema, value).length === 0 && !hasLoneSurrogate(value)

function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed()
  return typeof value === 'object' && value !== null && Object.entries(value).flat().some(hasLoneSurrogate)
}
