import t from 'tap'
import { operationContracts, resolve, type Schema } from '#src/contract/document.ts'
import { jsonBounds } from '#src/contract/json-bounds.ts'

type Size = { values: number; depth: number }

/** The largest value that a schema accepts. An open object or an unbounded list has no largest. */
function measure(schema: Schema): Size {
  const {
    items,
    maxItems = Infinity,
    properties = {},
    additionalProperties = false,
    oneOf,
    anyOf,
  } = resolve<Schema>(schema)
  const parts = Object.values(properties as object).map(measure)
  if (additionalProperties !== false) parts.push({ values: Infinity, depth: 1 })
  if (items !== undefined) {
    const { values, depth } = measure(items as Schema)
    parts.push({ values: values * (maxItems as number), depth })
  }
  const own: Size = {
    values: parts.reduce((sum, { values }) => sum + values, 1),
    depth: Math.max(0, ...parts.map(({ depth }) => depth + 1)),
  }
  const choices = [own, ...[oneOf, anyOf].flatMap((all) => (all as Schema[] | undefined) ?? []).map(measure)]
  return {
    values: Math.max(...choices.map(({ values }) => values)),
    depth: Math.max(...choices.map(({ depth }) => depth)),
  }
}

t.test('no body that the contract accepts comes near the bounds', async (t) => {
  for (const { id, body } of operationContracts.values()) {
    if (body === undefined) continue
    const { values, depth } = measure(body.schema)
    t.ok(
      2 * values <= jsonBounds.valuesMax && 2 * depth <= jsonBounds.depthMax,
      `${id}: ${values} values, ${depth} deep`,
    )
  }
})
