import fc from 'fast-check'
import type { Operation } from '#src/contract/document.ts'
import { findParameterValue } from '../call.ts'
import type { CheckContext } from '../check.ts'
import { fits, sample } from '../edges.ts'
import { expectAccepted, expectVerdict } from '../expect.ts'
import { writes } from '../operations.ts'

/** A read with the contract's examples of its parameters. */
export async function checkExamplesOfRead(context: CheckContext, operation: Operation): Promise<void> {
  expectAccepted(await context.call(operation, 'the required parameters'))
  for (const parameter of operation.parameters.filter((one) => one.in === 'query' && !one.required)) {
    const value = findParameterValue(parameter, context)
    if (value === undefined) continue
    const query = { [parameter.name]: value }
    expectAccepted(await context.call(operation, `${parameter.field}: ${value}`, { query }))
  }
}

/** Every write with each of the contract's examples of its body, one after the other. */
export async function checkExamplesOfWrites({ call }: CheckContext): Promise<void> {
  for (const operation of writes) {
    if (operation.body === undefined) expectAccepted(await call(operation, 'the example without a body'))
    for (const [name, body] of operation.body?.examples ?? [])
      expectAccepted(await call(operation, `the example ${name}`, { body }))
  }
}

/** A read with generated queries. */
export async function checkGeneratedRead({ options, call }: CheckContext, operation: Operation): Promise<void> {
  const parameters = operation.parameters.filter((one) => one.in === 'query' && one.name !== 'cursor')
  if (parameters.length === 0) return
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))
  const required = parameters.filter((one) => one.required).map(({ name }) => name)
  for (const [at, seed] of listSeeds(options).entries()) {
    const query = sample({ type: 'object', properties, required }, seed) as Record<string, unknown> | undefined
    if (query === undefined) continue
    const input = `generated query ${at} of seed ${options.seed}: ${JSON.stringify(query)}`
    expectVerdict(await call(operation, input, { query }), true)
  }
}

/** A write with generated bodies: some that its schema admits, and any JSON. */
export async function checkGeneratedWrite({ options, call }: CheckContext, operation: Operation): Promise<void> {
  const { schema } = operation.body ?? {}
  if (schema === undefined) return
  const { seed, cases } = options
  const made = listSeeds(options).map((one) => sample(schema, one))
  const any = fc.sample(fc.jsonValue({ maxDepth: 3 }), { numRuns: cases, seed })
  for (const [at, body] of [...made, ...any].entries()) {
    if (body === undefined || body === null) continue
    expectVerdict(await call(operation, `generated body ${at} of seed ${seed}`, { body }), fits(schema, body))
  }
}

const listSeeds = ({ seed, cases }: CheckContext['options']) => fc.sample(fc.nat(), { numRuns: cases, seed })
