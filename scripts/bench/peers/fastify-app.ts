import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Loose } from './contract.ts'
import { getSubject } from './subjects.ts'

/** The peers' packages, from the folder that is the process's argument. */
export const requirePeer = createRequire(join(process.argv[2] ?? '', 'package.json'))

/** Keywords of OpenAPI that Ajv would take for mistakes. */
const ajvOptions = { strict: false, coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false }

/** Fastify whose routes validate requests and responses by their schemas. */
export async function openApp(): Promise<Loose> {
  const app = requirePeer('fastify')({ ajv: { customOptions: ajvOptions, plugins: [requirePeer('ajv-formats')] } })
  const validation = { ajv: { ...ajvOptions, plugins: [requirePeer('ajv-formats')] } }
  await app.register(requirePeer('@fastify/response-validation'), validation)
  return app
}

type Operation = (subject: string, params: Loose, body: Loose) => Promise<{ status: number; body: unknown }>

export const createHandler = (operation: Operation) => async (request: Loose, reply: Loose) => {
  const { status, body } = await operation(
    await getSubject(request.headers.authorization),
    request.params,
    request.body,
  )
  reply.code(status)
  return body
}

export async function listen(app: Loose): Promise<void> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  console.log(app.server.address().port)
}
