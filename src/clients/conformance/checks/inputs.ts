import fc from 'fast-check'
import type { Operation, Schema } from '#src/contract/document.ts'
import { listExampleBodies } from '#src/contract/examples.ts'
import { type Check, type CheckContext, forEachAtOnce } from '../check.ts'
import { hasForbiddenUnit, sample } from '../edges.ts'
import { refusesMeaning } from '../meanings.ts'
import { isRead, operations } from '../operations.ts'
import { buildParts, findParameterValue } from '../requests.ts'
import { validate } from '../response.ts'
import type { Exchange } from '../session.ts'
import { expectVerdict } from './bounds.ts'

/** What an example may be answered: done, or refused because of what the deployment's data are. */
const accepted = [200, 202, 404, 409, 429, 503]

/** Every read with the contract's examples of its parameters. */
export const checkExamplesOfReads: Check = {
  name: 'examples of reads',
  signedIn: true,
  run: (context) =>
    forEachAtOnce(operations.filter(isRead), async (operation) => {
      const parts = buildParts(operation, context)
      expectAccepted(context, await context.send({ ...parts, input: 'the required parameters' }))
      for (const parameter of operation.parameters.filter((one) => one.in === 'query' && !one.required)) {
        const value = findParameterValue(parameter, context)
        if (value === undefined) continue
        const query = { ...parts.query, [parameter.name]: value }
        expectAccepted(context, await context.send({ ...parts, query, input: `${parameter.field}: ${value}` }))
      }
    }),
}

/** Every write with each of the contract's examples of its body. */
export const checkExamplesOfWrites: Check = {
  name: 'examples of writes',
  writes: true,
  signedIn: true,
  async run(context) {
    for (const operation of operations.filter(({ method }) => method !== 'GET')) {
      for (const [name, body] of listExamples(operation))
        expectAccepted(
          context,
          await context.send({ ...buildParts(operation, context), body, input: `the example ${name}` }),
        )
    }
  },
}

const listExamples = (operation: Operation): [string, unknown][] =>
  operation.body === undefined ? [['without a body', undefined]] : [...listExampleBodies(operation.id)]

function expectAccepted({ report }: CheckContext, exchange: Exchange): void {
  const { call, status, json } = exchange
  if (accepted.includes(status) || refusesMeaning(exchange)) return
  report(call.operation, call.input, `the contract's example is answered ${status}: ${json.error}`)
}

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
