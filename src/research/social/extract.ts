import { type Selectable, sql, type Transaction } from 'kysely'
import type { DB, SocialPosts } from '#src/database/tables.gen.ts'
import { defaultsByKind } from '#src/evidence/references/passage.ts'
import { captureText } from '#src/evidence/sources/save.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import * as messages from '#src/queue/status-messages.ts'
import type { AuditTrail } from '#src/records/audit/audit-trail.ts'
import type { OpenChange } from '#src/records/audit/change-artist.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import { newEmbedding } from '../embed/queries.ts'
import { processItem } from '../external-item.ts'
import { readTrack, type TrackOutcome } from '../providers/captions/index.ts'
import type { Track } from '../providers/social/index.ts'
import type { ResearchContext } from '../slice.ts'
import { type JobDecision, runStep } from '../step.ts'
import { postsPerSlice, startWindowMs, tracksPerPostMax } from './checkpoint.ts'

type Post = Selectable<SocialPosts>
/** `failed`: what reading its tracks, or saving it, threw; nothing of the post is stored then. */
type ReadPost = { post: Post; reading: TrackOutcome | undefined; failed?: 'reading' | 'saving' }

/** What an extraction has stored so far. */
type Checkpoint = { captions: number; transcripts: number; unreadable: number }

/**
 * One slice of making sources of posts: of each a caption, and a transcript where there is speech. Subtitles are
 * fetched first; then everything of the slice is saved at once. When something has changed, the last slice requests a
 * Lore refresh.
 */
export const extractCaptions = runStep(async (job, context) => {
  const due = await findDue(context.db, job.artist_id)
  const read = await readPosts(due.posts, context)
  const saveAll = (posts: readonly ReadPost[]) => (change: OpenChange) =>
    save(change, job, posts, { ...context, postsLeft: due.count - posts.length })
  const [first] = read
  if (first === undefined) return { save: saveAll([]) }
  const unsaved = saveAll([{ post: first.post, reading: 'unsupported', failed: 'saving' }])
  // If they cannot be saved together, the first is saved alone, to find the one that fails; the others stay due.
  return {
    save: saveAll(read),
    otherwise: () => ({ save: saveAll([first]), otherwise: () => ({ save: unsaved }) }),
  }
})

/** The first posts to extract, and how many there are: the remaining number is counted again by each slice. */
async function findDue(db: ResearchContext['db'], artistId: string) {
  const due = db.selectFrom('social_posts').where('artist_id', '=', artistId).where('extracted_at', 'is', null)
  const posts = await due.selectAll().orderBy('id').limit(postsPerSlice).execute()
  const { count } = await due.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { posts, count: Math.max(count, posts.length) }
}

/** As many of the posts, in their order, as can be read in time. */
async function readPosts(posts: readonly Post[], context: ResearchContext): Promise<ReadPost[]> {
  const startedMs = performance.now()
  const read: ReadPost[] = []
  for (const post of posts) {
    if (performance.now() - startedMs > startWindowMs) break
    const unreadable: ReadPost = { post, reading: 'unsupported', failed: 'reading' }
    read.push(
      await processItem<ReadPost>(
        context,
        async () => ({ post, reading: await readSpeech(post, context) }),
        () => unreadable,
      ),
    )
    context.signal.throwIfAborted()
  }
  return read
}

/** The first of the post's tracks with text; undefined where there is none or it has been read. */
async function readSpeech({ tracks, transcript }: Post, { signal, providers }: ResearchContext) {
  let reading: TrackOutcome | undefined
  if (transcript === 'ready') return undefined
  for (const track of (tracks as Track[]).slice(0, tracksPerPostMax)) {
    reading = await readTrack(track, signal, providers.network)
    if (typeof reading !== 'string') return reading
  }
  return reading
}

type Rest = Pick<ResearchContext, 'newId' | 'providers'> & { postsLeft: number }

async function save(
  { trx, ...trail }: OpenChange,
  job: ClaimedJob,
  read: readonly ReadPost[],
  { postsLeft, newId, providers }: Rest,
): Promise<JobDecision> {
  const stored: Checkpoint = { captions: 0, transcripts: 0, unreadable: 0, ...(job.checkpoint as Partial<Checkpoint>) }
  for (const one of read) {
    if (one.failed !== undefined) stored.unreadable += 1
    const { post, reading, failed } = one
    const caption = { text: post.caption, truncated: post.caption_truncated }
    if (failed !== 'saving' && (await saveText(trx, trail, post, 'social_caption', caption))) stored.captions += 1
    if (typeof reading === 'object' && (await saveText(trx, trail, post, 'reel_transcript', reading)))
      stored.transcripts += 1
    await markExtracted(trx, one)
  }
  const cursor = job.cursor + read.length
  const progress = messages.formatCaptionsStored(stored.captions, stored.transcripts)
  if (postsLeft > 0) return { next: { cursor, total: cursor + postsLeft, checkpoint: stored }, progress }
  if (stored.captions + stored.transcripts > 0) {
    await enqueueJob(trx, newLoreRefresh(job.artist_id, newId())).execute()
    if (providers.embeddings) await enqueueJob(trx, newEmbedding(job.artist_id, newId())).execute()
  }
  const errorCategory = stored.unreadable > 0 ? { errorCategory: 'unreadable' as const } : {}
  return { done: { steps: cursor, result: stored, ...errorCategory }, progress }
}

type FoundText = { text: string; truncated: boolean; form?: string }

/** The artist's own words on the artist's own page need no approval; the speaker in a recording is not verified. */
async function saveText(
  trx: Transaction<DB>,
  trail: AuditTrail,
  post: Post,
  kind: 'social_caption' | 'reel_transcript',
  { text, truncated, form }: FoundText,
): Promise<boolean> {
  if (text.trim() === '') return false
  const { evidenceKind, speaker } = defaultsByKind[kind]
  const { changed } = await captureText(trx, trail, {
    sourceId: `social:${post.id}:${kind === 'social_caption' ? 'caption' : 'transcript'}`,
    text,
    truncated,
    details: { platform: post.platform, truncated, ...(form !== undefined && { form }) },
    row: {
      kind,
      title: null,
      url: post.url,
      publisher: null,
      published_at: post.published_at,
      provider: post.provider,
      method: form ?? null,
      curation: 'approved',
      is_private: false,
      is_upload: false,
      evidence_kind: evidenceKind,
      speaker,
    },
  })
  return changed
}

const markExtracted = (trx: Transaction<DB>, { post, reading }: ReadPost) =>
  trx
    .updateTable('social_posts')
    .set({
      extracted_at: sql<Date>`now()`,
      ...(reading !== undefined && { transcript: typeof reading === 'string' ? reading : 'ready' }),
    })
    .where('artist_id', '=', post.artist_id)
    .where('id', '=', post.id)
    // Collected again since: that content is for the next slice.
    .where('collected_at', '=', post.collected_at)
    .execute()
