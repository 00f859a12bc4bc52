import t from 'tap'
import {
  followReference,
  isJsonObject,
  type JsonObject,
  listItems,
  listMembers,
  operations,
} from '../support/bundle.ts'

/** With the keywords beside its reference, which `followReference` drops. */
const resolveSchema = (value: unknown): JsonObject => ({
  ...followReference(value),
  ...(isJsonObject(value) && '$ref' in value && value),
})

/** Whether a reader of the contract finds it filled in. */
const isShown = (node: JsonObject) => node.example !== undefined || listItems(node.examples).length > 0

t.test('each parameter has an example, except a cursor, which only an answer can give', async (t) => {
  let shown = 0
  for (const { id, parameters } of operations)
    for (const parameter of parameters) {
      const has = isShown(parameter) || isShown(resolveSchema(parameter.schema))
      t.equal(has, parameter.name !== 'cursor', `${id}: ${parameter.in} ${parameter.name}`)
      shown += Number(has)
    }
  t.ok(shown > 80, `${shown} parameters`)
})

t.test('each property that a request can have, at any depth, is in an example of that request', async (t) => {
  let found = 0
  const check = (given: unknown, values: readonly unknown[], place: string): void => {
    const schema = resolveSchema(given)
    for (const part of [...listItems(schema.oneOf), ...listItems(schema.anyOf), ...listItems(schema.allOf)])
      check(part, values, place)
    if (schema.items !== undefined) check(schema.items, values.flat(), `${place}[]`)
    for (const [name, property] of listMembers(schema.properties)) {
      const inside = values.flatMap((value) => (isJsonObject(value) && name in value ? [value[name]] : []))
      t.ok(inside.length > 0 || isShown(resolveSchema(property)), `${place}.${name}`)
      found += 1
      check(property, inside, `${place}.${name}`)
    }
  }
  for (const { id, raw } of operations) {
    if (raw.requestBody === undefined) continue
    for (const [, media] of listMembers(followReference(raw.requestBody).content)) {
      const { schema, examples } = media as JsonObject
      const values = listMembers(examples).map(([, example]) => followReference(example).value)
      check(schema, values, id)
    }
  }
  t.ok(found > 40, `${found} properties`)
})
