import { randomUUID } from 'node:crypto'
import { maxHeaderSize } from 'node:http'
import cors from '@fastify/cors'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import admission from '#plugins/admission.ts'
import { areas } from '#plugins/areas.ts'
import artistPage from '#plugins/artist-page.ts'
import authentication from '#plugins/authentication.ts'
import connections from '#plugins/connections.ts'
import consolePage from '#plugins/console-page.ts'
import contract from '#plugins/contract.ts'
import type { Dependencies } from '#plugins/dependencies.ts'
import docs from '#plugins/docs.ts'
import downloads from '#plugins/downloads.ts'
import errorHandler from '#plugins/error-handler.ts'
import eventStreams from '#plugins/event-streams.ts'
import faultInjection from '#plugins/fault-injection.ts'
import guides from '#plugins/guides.ts'
import httpConformance from '#plugins/http-conformance.ts'
import metrics from '#plugins/metrics.ts'
import metricsPage from '#plugins/metrics-page.ts'
import pressure from '#plugins/pressure.ts'
import rateLimit from '#plugins/rate-limit.ts'
import readiness, { type Readiness } from '#plugins/readiness.ts'
import requestLog from '#plugins/request-log.ts'
import responseCheck from '#plugins/response-check.ts'
import sampleToken from '#plugins/sample-token.ts'
import sandbox from '#plugins/sandbox.ts'
import { createProxyCheck } from '#src/auth/client-address.ts'
import { faultHeader } from '#src/http/fault-injection/fault-header.ts'
import { escapeMalformedPath, requestIdHeader, respondToParserError } from '#src/http/malformed-request.ts'
import { buildLoggerOptions } from '#src/observability/logger.ts'
import { createAppMetrics } from '#src/observability/metrics/app.ts'
import { chooseProviders } from '#src/research/providers/index.ts'
import type { Config } from './config.ts'
import type { Operation } from './contract/document.ts'
import { JobQueue } from './queue/job-queue.ts'

declare module 'fastify' {
  interface FastifyInstance {
    resources: Dependencies
  }
  interface FastifyContextConfig {
    /** Of a route of the contract. */
    operation?: Operation
  }
}

type MadeFromConfig = 'providers' | 'queue'

/**
 * The service over given resources, ready to listen or to be injected; the plugins in the order in which they act.
 * Providers and the queue are those of the settings where none are given.
 */
export async function buildApp(
  config: Config,
  resources: Omit<Dependencies, 'stopping' | MadeFromConfig> & Partial<Pick<Dependencies, MadeFromConfig>>,
  isReady: Readiness,
): Promise<FastifyInstance> {
  const appMetrics = createAppMetrics()
  const app = Fastify({
    logger: buildLoggerOptions(config.logLevel) ?? false,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: createProxyCheck(config),
    requestTimeout: config.timeouts.requestMs,
    // Ends a connection whose other end takes nothing of what it asked for; streams are never silent for so long.
    connectionTimeout: config.timeouts.idleConnectionMs,
    // Above the minute of most balancers, and within the silence: Node lets an idle connection outlive the other limit.
    keepAliveTimeout: Math.min(65_000, config.timeouts.idleConnectionMs),
    // A target in absolute form is the target all the same (RFC 9112, section 3.2.2).
    rewriteUrl: ({ url = '' }) => escapeMalformedPath(url.replace(/^https?:\/\/[^/?#]*(?=[/?#])/i, '')),
    // One answer for a closing service is ours to give; see plugins/contract.ts.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => appMetrics.countRefusal(respondToParserError(error, socket)),
    http: {
      requireHostHeader: false,
      // A request that announces no body ends with its head: to end an empty stream takes Node five turns of its queue.
      optimizeEmptyRequests: true,
      // Both, or Node takes the longer of the two, a minute by default, as the limit of a slow body.
      requestTimeout: config.timeouts.requestMs,
      headersTimeout: config.timeouts.requestMs,
      // Node looks every half a minute by default: a slow request would live for three times its limit.
      connectionsCheckingInterval: 1_000,
    },
    // Of the pages beside the contract; its operations have no HEAD twin.
    exposeHeadRoutes: true,
    schemaController: { compilersFactory: { buildValidator: refuseRouteSchemas, buildSerializer: refuseRouteSchemas } },
    routerOptions: {
      // A long parameter is a 400 of its own schema, not the router's 414; Node caps the whole request line.
      maxParamLength: maxHeaderSize,
      ignoreTrailingSlash: false,
      caseSensitive: true,
      // The query is parsed where a refusal can name the field.
      querystringParser: () => ({}),
    },
  })
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  app.decorate('resources', {
    providers: chooseProviders(config),
    queue: new JobQueue(resources.db, { sharded: config.sharded }),
    observer: appMetrics.slices,
    ...resources,
    stopping: stopping.signal,
  })
  await app.register(requestLog)
  app.addHook('onRequest', ({ id }, reply, done) => {
    // The type of a response is not to be guessed from its content.
    reply.header(requestIdHeader, id).header('x-content-type-options', 'nosniff')
    done()
  })
  // First to act, so that a web page may read every failure too.
  await app.register(cors, {
    origin: typeof config.corsOrigins === 'string' ? config.corsOrigins : [...config.corsOrigins],
    methods: ['GET', 'POST', 'PATCH'],
    // Its refusal of an OPTIONS that is no preflight would have a body of its own; such a one gets the same answer.
    strictPreflight: false,
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'If-Match',
      'X-Service-Research-Key',
      // Accepted without effect: a request's id is the service's own.
      'X-Request-Id',
      ...listFaultHeaders(config),
    ],
    exposedHeaders: ['ETag', 'Retry-After', 'Allow', 'X-Request-Id', ...listFaultHeaders(config)],
    maxAge: 600,
  })
  await app.register(errorHandler)
  await app.register(metrics, { metrics: appMetrics })
  await app.register(responseCheck)
  await app.register(contract)
  await app.register(httpConformance)
  await app.register(connections, { config })
  await app.register(pressure, { config })
  await app.register(rateLimit, { config })
  await app.register(authentication, { config })
  await app.register(admission, { config })
  await app.register(faultInjection, { config })
  await app.register(sandbox, { config })
  await app.register(metricsPage, { config })
  await app.register(readiness, { isReady })
  await app.register(docs, { config })
  await app.register(guides, { config })
  await app.register(downloads, { config })
  await app.register(consolePage, { config })
  await app.register(artistPage, { config })
  await app.register(sampleToken, { config })
  await app.register(eventStreams)
  for (const mountArea of areas) await app.register(mountArea)
  return app
}

/** No route has a schema of Fastify's (DECISIONS.md), whose two compilers are then not even loaded. */
const refuseRouteSchemas = () => {
  throw new Error('A route has a schema of its own beside the contract')
}

/** The header that a web page may only send and read where it means something. */
const listFaultHeaders = ({ chaos }: Config) => (chaos === undefined ? [] : [faultHeader])
