import { parentPort, workerData } from 'node:worker_threads'
import { decodeText, type Encoded } from '../http/decode.ts'
import { parseArticle } from './article.ts'

// An error here ends the worker, and its owner counts the page as unreadable.
const html = decodeText(workerData as Encoded)
parentPort?.postMessage(html === undefined ? undefined : parseArticle(html))
