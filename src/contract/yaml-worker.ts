import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { stringify } from 'yaml'

const bundle = new URL('../../openapi/bundle/openapi.json', import.meta.url)
parentPort?.postMessage(stringify(JSON.parse(readFileSync(bundle, 'utf8')), { lineWidth: 0 }))
