import { parentPort, workerData } from 'node:worker_threads'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'
import { scalarScriptPath, scalarSettings } from './scalar-settings.ts'

// Renders Scalar's page and script by its own plugin and posts them to the parent; then the thread ends and its memory
// is freed.
const app = Fastify()
await app.register(scalar, {
  routePrefix: '/',
  configuration: { ...scalarSettings, persistAuth: workerData.keepsTokens, cdn: scalarScriptPath },
})
const page = await app.inject('/')
const script = await app.inject('/js/scalar.js')
parentPort?.postMessage({ page: page.payload, script: script.rawPayload })
