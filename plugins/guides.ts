import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '#src/config.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { makeOnce } from '#src/http/cache-for.ts'
import { compressAsset, type StaticAsset, sendStaticAsset } from '#src/http/static-asset.ts'

/** The address in the guides' commands, which is a developer's machine by its default port. */
const writtenHost = '127.0.0.1:3000'

/**
 * The guides as pages and as Markdown; their index, to which / leads, lists everything else that is served. Each page
 * is compressed once, by the first request for it.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    const limited = app.rateLimit.documents
    app.get('/', limited, async (request, reply) => {
      // The router takes the target `*` of an OPTIONS for this path.
      if (!request.url.startsWith('/')) throw new Problem('not_found')
      // A relative address, since a proxy may serve everything below a path.
      return reply.redirect(config.documentsServed ? 'guides/' : 'console')
    })
    if (!config.documentsServed) return
    // A service that was started on port 0 has a port that is not known here.
    const host = config.hasSampleData && config.port !== 0 ? `127.0.0.1:${config.port}` : writtenHost
    const read = makeOnce(async () => (await import('#src/http/docs/guides/read.ts')).readGuides())
    const assets = new Map<string, StaticAsset>()
    app.get('/guides', async (_request, reply) => reply.redirect('/guides/', 308))
    app.get<{ Params: { file: string } }>('/guides/:file', limited, async (request, reply) => {
      const name = request.params.file || 'index'
      const files = await read()
      const file = Object.hasOwn(files, name) ? files[name] : undefined
      if (file === undefined) return reply.callNotFound()
      const asset =
        assets.get(name) ?? (await compressAsset(file.type, file.body.replaceAll(writtenHost, host), file.policy))
      assets.set(name, asset)
      return sendStaticAsset(request, reply, asset)
    })
  },
  { name: 'guides', dependencies: ['rate-limit'] },
)
