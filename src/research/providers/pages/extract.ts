import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ConcurrencyLimiter } from '#src/http/rate-limit/concurrency-limiter.ts'
import { sliceMs } from '#src/queue/limits.ts'
import type { Encoded } from '../http/index.ts'
import type { ParsedPage } from './article.ts'

/** A page as it was fetched. */
export type FetchedPage = Encoded & { finalUrl: string }

/**
 * Milliseconds for one page. The start of the thread takes a tenth of a second, a long article another; pages that take
 * seconds were made to.
 */
const extractMs = 8_000

/** What a page may unfold to, in megabytes. */
const memoryMb = 256

/** Threads at a time: a machine has few cores, and requests are answered on one of them. */
const threadsMax = 2

const threads = new ConcurrencyLimiter({
  runningMax: threadsMax,
  runningPerCallerMax: threadsMax,
  admittedMax: Number.POSITIVE_INFINITY,
  waitMs: sliceMs,
})

/**
 * What is in a page; undefined when it cannot be decoded, or extracted within its time and memory. Runs in a thread
 * of its own, which is terminated at its deadline: a few kilobytes of nested elements can occupy a parser for hours and
 * would block the event loop.
 */
export async function parseInThread(page: FetchedPage, signal: AbortSignal): Promise<ParsedPage | undefined> {
  const release = await threads.acquire('pages').catch(() => undefined)
  try {
    return release === undefined || signal.aborted ? undefined : await runThread(page, signal)
  } finally {
    release?.()
  }
}

async function runThread(page: FetchedPage, signal: AbortSignal): Promise<ParsedPage | undefined> {
  const worker = new Worker(new URL('./article-worker.ts', import.meta.url), {
    workerData: page,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // A page logs nothing here: what a library prints about it must not get into the service's own output.
    stdout: true,
    stderr: true,
  })
  // It may still fail while it is ended, when nothing waits for its message.
  worker.on('error', () => {})
  try {
    const options = { signal: AbortSignal.any([signal, AbortSignal.timeout(extractMs)]) }
    // A thread that ends without a message has nothing more to say; its exit follows a message that it has sent.
    const ended = once(worker, 'exit', options).then(() => [undefined])
    const [parsed] = await Promise.race([once(worker, 'message', options), ended])
    return parsed
  } catch {
    // Its error, the end of its time, or the end of the slice.
    return undefined
  } finally {
    await worker.terminate()
  }
}
