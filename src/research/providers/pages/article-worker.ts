import { parentPort, workerData } from 'node:worker_threads'
import { decodeText, parseMediaType } from '../http/decode.ts'
import { parsePage } from './article.ts'
import type { FetchedPage } from './extract.ts'

// An error here ends the worker, and its owner counts the page as unreadable.
const page = workerData as FetchedPage
const text = decodeText(page)
const { name: mediaType } = parseMediaType(page.headers)
parentPort?.postMessage(text === undefined ? undefined : parsePage(text, { mediaType, address: page.finalUrl }))
