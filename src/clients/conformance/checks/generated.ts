import fc from 'fast-check'
import type { Operation, Schema } from '#src/contract/document.ts'
import { type Check, type CheckContext, forEachAtOnce } from '../check.ts'
import { hasForbiddenUnit, sample } from '../edges.ts'
import { isRead, operations } from '../operations.ts'
import { buildParts } from '../requests.ts'
import { validate } from '../response.ts'
import { expectVerdict } from './bounds.ts'

/** Every read with generated queries. */
export const checkGeneratedReads: Check = {
  name: 'generated reads',
  signedIn: true,
  run: (context) => forEachAtOnce(operations.filter(isRead), (operation) => sendQueries(context, operation)),
}

/** Every write with generated bodies: some that its schema admits, and any JSON. */
export const checkGeneratedWrites: Check = {
  name: 'generated writes',
  writes: true,
  signedIn: true,
  run: (context) =>
    forEachAtOnce(
      operations.filter(({ body }) => body !== undefined),
      async (operation) => {
        const { schema } = operation.body as { schema: Schema }
        const { seed, cases } = context.options
        const made = listSeeds(context.options).map((one) => sample(schema, one))
        const any = fc.sample(fc.jsonValue({ maxDepth: 3 }), { numRuns: cases, seed })
        for (const [at, body] of [...made, ...any].entries()) {
          if (body === undefined || body === null) continue
          const isValid = validate(schema, body).length === 0 && !hasForbiddenUnit(body)
          const input = `generated body ${at} of seed ${seed}`
          expectVerdict(context, await context.send({ ...buildParts(operation, context), body, input }), isValid, '')
        }
      },
    ),
}

async function sendQueries(context: CheckContext, operation: Operation): Promise<void> {
  const { seed } = context.options
  const parameters = operation.parameters.filter((one) => one.in === 'query' && one.name !== 'cursor')
  if (parameters.length === 0) return
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))
  const required = parameters.filter((one) => one.required).map(({ name }) => name)
  const schema = { type: 'object', properties, required }
  for (const [at, one] of listSeeds(context.options).entries()) {
    const query = sample(schema, one) as Record<string, unknown> | undefined
    if (query === undefined) continue
    const input = `generated query ${at} of seed ${seed}: ${JSON.stringify(query)}`
    expectVerdict(context, await context.send({ ...buildParts(operation, context), query, input }), true, '')
  }
}

const listSeeds = ({ seed, cases }: CheckContext['options']) => fc.sample(fc.nat(), { numRuns: cases, seed })
