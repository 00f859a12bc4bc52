import type { Selectable } from 'kysely'
import { sql, type Transaction } from 'kysely'
import type { DB, SocialPosts } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transact.ts'
import { defaultsByKind } from '#src/evidence/references/kinds.ts'
import { captureText } from '#src/evidence/sources/capture-text.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { lockLease } from '#src/queue/lease.ts'
import type { Slice, SliceContext, SliceOutcome } from '#src/queue/slice.ts'
import * as progress from '#src/queue/status-messages.ts'
import { applyTransition, completeJob, continueJob } from '#src/queue/transitions.ts'
import { type LockedAuditTrail, lockAuditTrail } from '#src/records/audit/locked-audit-trail.ts'
import { readTrack, type TrackOutcome } from '../providers/captions/index.ts'
import type { Network } from '../providers/http/index.ts'
import type { Track } from '../providers/social/index.ts'
import { postsPerSlice, readingBudgetMs, tracksPerPostMax } from './limits.ts'

type Post = Selectable<SocialPosts>
type ReadPost = { post: Post; reading: TrackOutcome | undefined }

/** What an extraction has stored so far. */
type Checkpoint = { captions: number; transcripts: number }

/**
 * One slice of making sources of posts: of each a caption, and a transcript where something is said in it. Subtitles
 * are fetched first; then everything of the slice is saved at once. When something has changed, the last slice asks for
 * the Lore to be composed anew.
 */
export const extractCaptions: Slice = async (job, tools) => {
  const { db, newId } = tools
  const due = await findDue(db, job.artist_id)
  const read = await readPosts(due.posts, tools)
  return await transact(db, async (trx) => {
    const trail = await lockAuditTrail(trx, job.artist_id)
    if (trail === undefined || !(await lockLease(trx, job))) {
      return { ending: 'lease_lost', progress: progress.leaseLost }
    }
    return await save(trx, job, trail, read, { left: due.count - read.length, newId })
  })
}

/** The first posts that are to be extracted, and how many there are: what is still to do is counted anew each time. */
async function findDue(db: SliceContext['db'], artistId: string) {
  const due = db.selectFrom('social_posts').where('artist_id', '=', artistId).where('extracted_at', 'is', null)
  const posts = await due.selectAll().orderBy('id').limit(postsPerSlice).execute()
  const { count } = await due.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { posts, count: Math.max(count, posts.length) }
}

/** As many of the posts, in their order, as can be read in time. */
async function readPosts(posts: readonly Post[], { signal, providers }: SliceContext): Promise<ReadPost[]> {
  const began = performance.now()
  const read: ReadPost[] = []
  for (const post of posts) {
    if (performance.now() - began > readingBudgetMs) break
    read.push({ post, reading: await readSpeech(post, signal, providers.network) })
    signal.throwIfAborted()
  }
  return read
}

/** The first of the post's tracks that says something; undefined where there is nothing to read or it has been read. */
async function readSpeech({ tracks, transcript }: Post, signal: AbortSignal, network: Network | undefined) {
  let reading: TrackOutcome | undefined
  if (transcript === 'ready') return undefined
  for (const track of (tracks as Track[]).slice(0, tracksPerPostMax)) {
    reading = await readTrack(track, signal, network)
    if (typeof reading !== 'string') return reading
  }
  return reading
}

type Rest = { left: number; newId: () => string }

async function save(
  trx: Transaction<DB>,
  job: ClaimedJob,
  trail: LockedAuditTrail,
  read: readonly ReadPost[],
  { left, newId }: Rest,
): Promise<SliceOutcome> {
  const stored: Checkpoint = { captions: 0, transcripts: 0, ...(job.checkpoint as Partial<Checkpoint>) }
  for (const one of read) {
    if (await saveCaption(trx, trail, one.post)) stored.captions += 1
    if (await saveTranscript(trx, trail, one)) stored.transcripts += 1
    await markExtracted(trx, one)
  }
  const cursor = job.cursor + read.length
  const words = progress.extracted(stored.captions, stored.transcripts)
  if (left > 0) {
    const place = { cursor, total: cursor + left, checkpoint: stored }
    return { ending: await applyTransition(continueJob(trx, job, place)), progress: words }
  }
  if (stored.captions + stored.transcripts > 0) {
    await enqueueJob(trx, { artistId: job.artist_id, id: newId(), kind: 'lore_refresh' }).execute()
  }
  return { ending: await applyTransition(completeJob(trx, job, { steps: cursor, result: stored })), progress: words }
}

async function saveCaption(trx: Transaction<DB>, trail: LockedAuditTrail, post: Post): Promise<boolean> {
  if (post.caption.trim() === '') return false
  const sourceId = `social:${post.id}:caption`
  const details = { platform: post.platform, truncated: post.caption_truncated }
  const row = rowOf(post, 'social_caption', null)
  const { caption: text, caption_truncated: truncated } = post
  return (await captureText(trx, trail, { sourceId, text, truncated, row, action: 'source.captured', details })).changed
}

async function saveTranscript(
  trx: Transaction<DB>,
  trail: LockedAuditTrail,
  { post, reading }: ReadPost,
): Promise<boolean> {
  if (reading === undefined || typeof reading === 'string') return false
  const { text, form, truncated } = reading
  const sourceId = `social:${post.id}:transcript`
  const row = rowOf(post, 'reel_transcript', form)
  const details = { platform: post.platform, form, truncated }
  return (await captureText(trx, trail, { sourceId, text, truncated, row, action: 'source.captured', details })).changed
}

/** The artist's own words on his own page need nobody's approval; who speaks in a recording nobody has verified. */
const rowOf = (post: Post, kind: 'social_caption' | 'reel_transcript', method: string | null) => ({
  kind,
  title: null,
  url: post.url,
  publisher: null,
  published_at: post.published_at,
  provider: post.provider,
  method,
  curation: 'approved',
  is_private: false,
  is_upload: false,
  evidence_kind: defaultsByKind[kind].evidenceKind,
  speaker: defaultsByKind[kind].speaker,
})

const markExtracted = (trx: Transaction<DB>, { post, reading }: ReadPost) =>
  trx
    .updateTable('social_posts')
    .set({
      extracted_at: sql<Date>`now()`,
      ...(reading !== undefined && { transcript: typeof reading === 'string' ? reading : 'ready' }),
    })
    .where('artist_id', '=', post.artist_id)
    .where('id', '=', post.id)
    // Collected again in the meantime: that content is for the next slice.
    .where('collected_at', '=', post.collected_at)
    .execute()
