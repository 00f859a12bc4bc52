import { parentPort, workerData } from 'node:worker_threads'
import { parseArticle } from './article.ts'

// Whatever is thrown here ends the worker, and its owner takes it for a page that cannot be read.
parentPort?.postMessage(parseArticle(String(workerData)))
