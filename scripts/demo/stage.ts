import {
  type AdvanceOptions,
  type ArtistClient,
  type Client,
  createArtistClient,
  createClient,
  type ErrorCode,
  isProblemError,
  type Progress,
} from '#src/clients/typescript/index.ts'
import { renderBar } from '../cli/progress.ts'

/** The caller of the service, the artist, and the output. */
export type Stage = {
  client: Client
  artist: ArtistClient
  /** The artist's id as the path of an operation. */
  path: { id: string }
  /** Numbers and prints a step. */
  beginStep: (words: string) => void
  /** Prints the result of a step. */
  show: (words: string) => void
}

type StageOptions = { baseUrl: string; token: string; artistId: string; write: (text: string) => unknown }

export function createStage({ baseUrl, token, artistId, write }: StageOptions): Stage {
  const client = createClient({ baseUrl, token })
  let step = 0
  return {
    client,
    artist: createArtistClient(client, artistId),
    path: { id: artistId },
    beginStep: (words) => void write(`\n${++step}. ${words}\n`),
    show: (words) => void write(`   ${words.replaceAll('\n', '\n   ')}\n`),
  }
}

/** The response; a refusal with one of these codes is part of the story and is shown instead. */
export async function showRefusal<T>(
  { show }: Stage,
  codes: readonly ErrorCode[],
  ask: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (!isProblemError(error, ...codes)) throw error
    show(`${error.status} ${error.code}: ${error.message}`)
    return undefined
  }
}

/** Runs the artist's jobs until none is left; each slice is shown with its job's progress bar. */
export async function advanceUntilIdle({ artist, show }: Stage, kinds?: AdvanceOptions['kinds']): Promise<void> {
  for await (const progress of artist.advanceUntilIdle(kinds === undefined ? {} : { kinds }))
    show(formatSlice(progress))
  show('nothing is left to do')
}

function formatSlice({ slice, jobs }: Progress): string {
  if (slice.status === 'error') return 'a slice failed; its job is tried again after a pause'
  const { jobId, kind, progress, done, waiting } = slice
  const job = jobs.find((one) => one.jobId === jobId)
  const bar = renderBar(job?.cursor ?? 0, job?.total ?? null)
  return `${kind?.padEnd(15)} ${bar} ${progress}${done ? ' (done)' : waiting ? ' (waiting)' : ''}`
}
