import { type Selectable, sql, type Transaction } from 'kysely'
import type { DB, SocialPosts } from '#src/database/tables.gen.ts'
import { defaultsByKind } from '#src/evidence/references/passage.ts'
import { captureText } from '#src/evidence/sources/save.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import type { AuditTrail } from '#src/records/audit/audit-trail.ts'
import { formatCount } from '#src/text/format-count.ts'
import { newReaders } from '../embed/queries.ts'
import { readTrack, type TrackOutcome } from '../providers/captions/index.ts'
import type { Track } from '../providers/social/index.ts'
import { type ResearchContext, type ResearchSlice, readItem, saveItem } from '../slice.ts'

type Post = Selectable<SocialPosts>

/** What an extraction has stored so far. */
type Checkpoint = { captions: number; transcripts: number }

/**
 * One slice of making sources of posts: of one post a caption, and a transcript where there is speech. When something
 * has changed, the last slice requests a Lore refresh.
 */
export const extractCaptions: ResearchSlice = async (job, context) => {
  const post = await findDue(context.db, job.artist_id)
  const speech = post && (await readItem(context, () => readSpeech(post, context), 'unsupported'))
  return {
    save: async (change) => {
      const stored: Checkpoint = { captions: 0, transcripts: 0, ...job.checkpoint }
      if (post !== undefined) {
        const trySave = async (kind: TextKind, text: FoundText) =>
          (await saveItem(change, context, () => saveText(change, post, kind, text))) === true
        const caption = { text: post.caption, truncated: post.caption_truncated }
        if (await trySave('social_caption', caption)) stored.captions += 1
        if (typeof speech === 'object' && (await trySave('reel_transcript', speech))) stored.transcripts += 1
        await markExtracted(change.trx, post, speech)
      }
      const { captions, transcripts } = stored
      const total = job.cursor + (post?.count ?? 0)
      const cursor = Math.min(job.cursor + 1, total)
      const progress = `Stored ${formatCount(captions, 'caption')} and ${formatCount(transcripts, 'transcript')}`
      if (cursor < total) return { next: { cursor, total, checkpoint: stored }, progress }
      if (captions + transcripts > 0)
        for (const reader of newReaders(job.artist_id, context)) await enqueueJob(change.trx, reader)
      return { done: { result: stored }, progress }
    },
  }
}

/** The first post to extract, and how many there are: the remaining number is counted again by each slice. */
const findDue = (db: ResearchContext['db'], artistId: string) =>
  db
    .selectFrom('social_posts')
    .selectAll()
    .select(({ fn }) => fn.countAll<number>().over().as('count'))
    .where('artist_id', '=', artistId)
    .where('extracted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** The first of the post's tracks with text; undefined where there is none or it has been read. */
async function readSpeech(
  { tracks, transcript }: Post,
  { signal, providers }: ResearchContext,
): Promise<TrackOutcome | undefined> {
  let reading: TrackOutcome | undefined
  if (transcript === 'ready') return undefined
  for (const track of tracks as Track[]) {
    reading = await readTrack(track, signal, providers.network)
    if (typeof reading !== 'string') return reading
  }
  return reading
}

type TextKind = 'social_caption' | 'reel_transcript'
type FoundText = { text: string; truncated: boolean; form?: string }

/** The artist's own words on the artist's own page need no approval; the speaker in a recording is not verified. */
async function saveText(
  change: AuditTrail,
  post: Post,
  kind: TextKind,
  { text, truncated, form }: FoundText,
): Promise<boolean> {
  if (text.trim() === '') return false
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
      ...defaultsByKind[kind],
    },
  })
  return changed
}

/** @param speech how its speech was read; undefined where it has no track, or one was read before */
const markExtracted = (trx: Transaction<DB>, post: Post, speech: TrackOutcome | undefined) =>
  trx
    .updateTable('social_posts')
    .set({
      extracted_at: sql<Date>`now()`,
      ...(speech !== undefined && { transcript: typeof speech === 'string' ? speech : 'ready' }),
    })
    .where('artist_id', '=', post.artist_id)
    .where('id', '=', post.id)
    // Collected again since: that content is for the next slice.
    .where('collected_at', '=', post.collected_at)
    .execute()
