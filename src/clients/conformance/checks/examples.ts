import type { Operation } from '#src/contract/document.ts'
import { listExampleBodies } from '#src/contract/examples.ts'
import { type Check, type CheckContext, forEachAtOnce } from '../check.ts'
import { refusesMeaning } from '../meanings.ts'
import { isRead, operations } from '../operations.ts'
import { buildParts, findParameterValue } from '../requests.ts'
import type { Exchange } from '../session.ts'

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
