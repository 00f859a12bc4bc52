import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { hasSampleData } from '#src/config/sample-data.ts'
import type { Config } from '#src/config.ts'
import { buildOrigin } from '#src/http/docs/contract-at-address.ts'
import { buildGuideFile, getGuides, guidesPath } from '#src/http/docs/guides/page.ts'
import { renderLlmsTxt } from '#src/http/docs/llms-txt.ts'
import { addVary, createAsset, type StaticAsset, sendStaticAsset } from '#src/http/send-static-asset.ts'

/**
 * The guides as pages and as Markdown, and /llms.txt, which lists all documents for agents. Each is
 * compressed once, by the first request for it.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    if (!config.documentsServed) return
    // The commands are for a developer's machine; a service that was started on port 0 has a port that is not known
    // here.
    const port = (hasSampleData(config) && config.port) || defaultPort
    const files = new Map<string, StaticAsset>()
    const limited = app.rateLimit.documents
    app.get(guidesPath.slice(0, -1), async (_request, reply) => reply.redirect(guidesPath, 308))
    app.get<{ Params: { file?: string } }>(`${guidesPath}:file`, limited, async (request, reply) => {
      const { file = '' } = request.params
      const name = file === '' ? 'index' : file
      const served = files.get(name) ?? (await buildGuideFile(name, port))
      if (served === undefined) return reply.callNotFound()
      files.set(name, served)
      return sendStaticAsset(request, reply, served)
    })
    app.get('/llms.txt', limited, async (request, reply) => {
      const { guides } = await getGuides()
      const body = renderLlmsTxt(buildOrigin(request.protocol, request.host) ?? '', guides)
      return sendStaticAsset(request, addVary(reply, 'host'), createAsset('txt', body))
    })
  },
  { name: 'guides', dependencies: ['rate-limit'] },
)

const defaultPort = 3000
