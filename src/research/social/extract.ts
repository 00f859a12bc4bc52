import { type Selectable, sql, type Transaction } from 'kysely'
import type { DB, SocialPosts } from '#src/database/tables.gen.ts'
import { defaultsByKind } from '#src/evidence/references/passage.ts'
import { captureText } from '#src/evidence/sources/save.ts'
import { sliceMs } from '#src/queue/limits.ts'
import type { OpenChange } from '#src/records/audit/change-artist.ts'
import { formatCount } from '#src/text/format-count.ts'
import { enqueueReaders } from '../embed/queries.ts'
import { readTrack, type TrackOutcome } from '../providers/captions/index.ts'
import type { Track } from '../providers/social/index.ts'
import { type ResearchContext, type ResearchSlice, readItem } from '../slice.ts'

/** Posts of which one slice makes sources: each may have a subtitle file to fetch. */
const postsPerSlice = 5

/** Tracks of one post that are tried; the first with text is the last. */
const tracksPerPostMax = 2

/** Milliseconds after which a slice begins no other post: after the slowest possible fetch it still ends in time. */
const startWindowMs = sliceMs * 0.4

type Post = Selectable<SocialPosts>

/** A post, and what is said in it; undefined where it has no track, or one was read before. */
type ReadPost = { post: Post; reading: TrackOutcome | undefined }

/** What an extraction has stored so far. */
type Checkpoint = { captions: number; transcripts: number }

/**
 * One slice of making sources of posts: of each a caption, and a transcript where there is speech. Subtitles are
 * fetched first; then everything of the slice is saved at once. When something has changed, the last slice requests a
 * Lore refresh.
 */
export const extractCaptions: ResearchSlice = async (job, context) => {
  const due = await findDue(context.db, job.artist_id)
  const read = await readPosts(due.posts, context)
  return {
    save: async (change) => {
      const stored: Checkpoint = { captions: 0, transcripts: 0, ...(job.checkpoint as Partial<Checkpoint>) }
      for (const { post, reading } of read) {
        const caption = { text: post.caption, truncated: post.caption_truncated }
        const trySave = (kind: TextKind, text: FoundText) =>
          saveAlone(change, context, () => saveText(change, post, kind, text))
        if (await trySave('social_caption', caption)) stored.captions += 1
        if (typeof reading === 'object' && (await trySave('reel_transcript', reading))) stored.transcripts += 1
        await markExtracted(change.trx, { post, reading })
      }
      const cursor = job.cursor + read.length
      const total = job.cursor + due.count
      const { captions, transcripts } = stored
      const progress = `Stored ${formatCount(captions, 'caption')} and ${formatCount(transcripts, 'transcript')}`
      if (cursor < total) return { next: { cursor, total, checkpoint: stored }, progress }
      if (captions + transcripts > 0) await enqueueReaders(change.trx, job.artist_id, context).execute()
      return { done: { steps: cursor, result: stored }, progress }
    },
  }
}

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
    read.push({ post, reading: await readItem(context, () => readSpeech(post, context), 'unsupported') })
  }
  return read
}

/** The first of the post's tracks with text; undefined where there is none or it has been read. */
async function readSpeech(
  { tracks, transcript }: Post,
  { signal, providers }: ResearchContext,
): Promise<TrackOutcome | undefined> {
  let reading: TrackOutcome | undefined
  if (transcript === 'ready') return undefined
  for (const track of (tracks as Track[]).slice(0, tracksPerPostMax)) {
    reading = await readTrack(track, signal, providers.network)
    if (typeof reading !== 'string') return reading
  }
  return reading
}

/** Data exception, integrity constraint violation, program limit exceeded: the value is refused, and always will be. */
const refusedValue = /^(?:22|23|54)/

/** Saves in a savepoint: a text that the database refuses is logged and skipped, any other error is thrown. */
async function saveAlone(
  { trx }: OpenChange,
  { logItemFailure }: ResearchContext,
  save: () => Promise<boolean>,
): Promise<boolean> {
  await sql`savepoint text`.execute(trx)
  try {
    return await save()
  } catch (error) {
    if (!refusedValue.test(String((error as { code?: unknown }).code))) throw error
    await sql`rollback to savepoint text`.execute(trx)
    logItemFailure(error)
    return false
  }
}

type TextKind = 'social_caption' | 'reel_transcript'
type FoundText = { text: string; truncated: boolean; form?: string }

/** The artist's own words on the artist's own page need no approval; the speaker in a recording is not verified. */
async function saveText(
  change: OpenChange,
  post: Post,
  kind: TextKind,
  { text, truncated, form }: FoundText,
): Promise<boolean> {
  if (text.trim() === '') return false
  const { evidenceKind, speaker } = defaultsByKind[kind]
  const { changed } = await captureText(change.trx, change, {
    sourceId: `social:${post.id}:${kind === 'social_caption' ? 'caption' : 'transcript'}`,
    text,
    truncated,
    details: { platform: post.platform, truncated, ...(form !== undefined && { form }) },
    row: {
      kind,
      url: post.url,
      published_at: post.published_at,
      provider: post.provider,
      method: form ?? null,
      curation: 'approved',
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
