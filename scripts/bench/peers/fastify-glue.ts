/**
 * A peer: Fastify with fastify-openapi-glue over our contract and @fastify/response-validation, the driver by itself.
 * Prints its port. Argument: the folder of the peers' packages.
 */
import { readContract } from './contract.ts'
import { createHandler, listen, openApp, requirePeer } from './fastify-app.ts'
import { openInterview } from './interview.ts'
import { openPgDriver } from './pg-driver.ts'

const interview = openInterview(openPgDriver())
const app = await openApp()
const serviceHandlers = Object.fromEntries(
  Object.entries(interview).map(([name, operation]) => [
    name,
    createHandler(operation as Parameters<typeof createHandler>[0]),
  ]),
)
const { default: glue } = requirePeer('fastify-openapi-glue')
await app.register(glue, { specification: readContract(), serviceHandlers, noAdditional: false })
await listen(app)
