/**
 * A peer: Fastify with a route an operation and its schemas, @fastify/response-validation, and Kysely over named
 * statements. Prints its port. Argument: the folder of the peers' packages.
 */
import { buildSchema, readContract } from './contract.ts'
import { createHandler, listen, openApp } from './fastify-app.ts'
import { type Operation, openInterview, routes } from './interview.ts'
import { openKyselyDriver } from './kysely-driver.ts'

const interview = openInterview(openKyselyDriver())
const app = await openApp()
const contract = readContract()
for (const [name, [method, url]] of Object.entries(routes)) {
  const schema = buildSchema(contract, name as Operation)
  app.route({
    method: method.toUpperCase(),
    url,
    schema,
    handler: createHandler(interview[name as Operation] as Parameters<typeof createHandler>[0]),
  })
}
await listen(app)
