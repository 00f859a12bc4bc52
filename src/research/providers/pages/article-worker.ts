import { parentPort, workerData } from 'node:worker_threads'
import { decodeText, type Encoded } from '../http/decode.ts'
import { parseArticle } from './article.ts'

// Whatever is thrown here ends the worker, and its owner takes it for a page that cannot be read.
const html = decodeText(workerData as Encoded)
parentPort?.postMessage(html === undefined ? undefined : parseArticle(html))
