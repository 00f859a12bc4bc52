import { parentPort, workerData } from 'node:worker_threads'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'
import { scalarScriptPath, scalarSettings } from './scalar-settings.ts'

// Its page and its script as its own plugin serves them, told to whoever asked; then this thread ends, and what was
// read for it with it.
const app = Fastify()
await app.register(scalar, {
  routePrefix: '/',
  configuration: { ...scalarSettings, persistAuth: workerData.keepsTokens, cdn: scalarScriptPath },
})
const page = await app.inject('/')
const script = await app.inject('/js/scalar.js')
parentPort?.postMessage({ page: page.payload, script: script.rawPayload })
