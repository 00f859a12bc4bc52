import type { Operation } from '#src/contract/document.ts'
import { findParameterValue } from '../call.ts'
import type { CheckContext } from '../check.ts'
import { expectAccepted } from '../expect.ts'
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
