/**
 * A peer: Express with express-openapi-validator over our contract, which validates requests and responses. Prints its
 * port. Argument: the folder of the peers' packages.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Operation, openInterview, routes } from './interview.ts'
import { openPgDriver } from './pg-driver.ts'
import { getSubject } from './subjects.ts'

// biome-ignore lint/suspicious/noExplicitAny: the packages are installed at run time, without their types
type Loose = any

const [, , folder = ''] = process.argv
const require = createRequire(join(folder, 'package.json'))
const express = require('express')
const { middleware } = require('express-openapi-validator')
const apiSpec = fileURLToPath(new URL('../../../openapi/bundle/openapi.json', import.meta.url))
const interview = openInterview(openPgDriver()) as Record<Operation, Loose>

const app = express()
app.disable('x-powered-by')
app.use(express.json())
app.use(middleware({ apiSpec, validateRequests: true, validateResponses: true, validateSecurity: false }))
for (const [name, [method, path]] of Object.entries(routes)) {
  app[method](path, async (request: Loose, response: Loose) => {
    const subject = await getSubject(request.headers.authorization)
    const { status, body } = await interview[name as Operation](subject, request.params, request.body)
    response.status(status).json(body)
  })
}
app.use((error: Error, _request: Loose, response: Loose, _next: Loose) =>
  response.status(500).json({ error: error.message }),
)
const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port))
