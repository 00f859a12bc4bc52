import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '#src/config.ts'
import { makeOnce } from '#src/http/cache-for.ts'
import { createAsset, serveAsset } from '#src/http/static-asset.ts'

const downloads = { client: 'tgz', conformance: 'tgz', postman: 'json', schemathesis: 'toml' } as const
/** Written by `npm run build`. */
const built = fileURLToPath(new URL('../built/downloads/', import.meta.url))
const builder = fileURLToPath(new URL('../scripts/downloads.ts', import.meta.url))

/**
 * What a client team installs and imports from the service's address: the TypeScript client, the conformance tests, a
 * Postman collection. A developer's machine packs them at the first request for one, from sources that may have
 * changed since a build.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    if (!config.documentsServed) return
    const findFolder = makeOnce(async () => {
      if (config.environment !== 'development' || !existsSync(builder)) return built
      const folder = join(config.dataFolder, 'downloads')
      await promisify(execFile)(process.execPath, [builder, folder])
      return folder
    })
    for (const [name, type] of Object.entries(downloads)) {
      const file = `${name}.${type}`
      serveAsset(app, `/${file}`, async () => createAsset(type, await readFile(join(await findFolder(), file))))
    }
  },
  { name: 'downloads', dependencies: ['rate-limit'] },
)
