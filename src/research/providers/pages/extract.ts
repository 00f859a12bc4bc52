import { Worker } from 'node:worker_threads'
import type { Encoded } from '../http/index.ts'
import type { Article } from './article.ts'

/**
 * Milliseconds for one page. The start of the thread takes a tenth of a second, a long article another; pages that take
 * seconds were made to.
 */
const extractMs = 8_000

/** What a page may unfold to, in megabytes. */
const memoryMb = 256

/** Threads at a time: a machine has few cores, and requests are answered on one of them. */
const threadsMax = 2

let threads = 0
const waiting: (() => void)[] = []

/**
 * The article in a page; undefined when it cannot be decoded, or extracted within its time and memory. Runs in a thread
 * of its own, which is terminated at its deadline: a few kilobytes of nested elements can occupy a parser for hours and
 * would block the event loop.
 */
export async function extractArticle(page: Encoded, signal: AbortSignal): Promise<Article | undefined> {
  await takeThread()
  try {
    return signal.aborted ? undefined : await extractInThread(page, signal)
  } finally {
    passThread()
  }
}

async function takeThread(): Promise<void> {
  if (threads < threadsMax) threads += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
}

/** Hands the permit to the longest waiting caller, so that no later one can overtake it. */
function passThread(): void {
  const next = waiting.shift()
  if (next === undefined) threads -= 1
  else next()
}

async function extractInThread(
  { body, headers, truncated }: Encoded,
  signal: AbortSignal,
): Promise<Article | undefined> {
  const found = Promise.withResolvers<Article | undefined>()
  const worker = new Worker(new URL('./article-worker.ts', import.meta.url), {
    workerData: { body, headers, truncated } satisfies Encoded,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // A page logs nothing here: what a library prints about it must not get into the service's own output.
    stdout: true,
    stderr: true,
  })
  const giveUp = () => found.resolve(undefined)
  const timer = setTimeout(giveUp, extractMs)
  signal.addEventListener('abort', giveUp, { once: true })
  worker.once('message', (article: Article | undefined) => found.resolve(article))
  worker.once('error', giveUp)
  worker.once('exit', giveUp)
  try {
    return await found.promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
    await worker.terminate()
  }
}
