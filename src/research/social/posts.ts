import { sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import type { FoundPost } from '../providers/social/index.ts'

/** For whom posts are saved, and which provider found them. */
type Finder = { artist_id: string; provider: string; newId: () => string }

/**
 * Saves posts as they were found, each by a statement of its own, since a transcript may be two megabytes. Requests
 * their extraction where one is new or has changed. Addresses of subtitles differ with each request: where a transcript
 * was made of them once, another address is no change.
 * @returns how many are new or have changed
 */
export async function savePosts(trx: Transaction<DB>, finder: Finder, posts: readonly FoundPost[]): Promise<number> {
  let changed = 0
  // An actor may return one post twice: the later item counts, once.
  for (const post of new Map(posts.map((one) => [one.postId, one])).values()) {
    changed += await savePost(trx, finder, post)
  }
  if (changed > 0) {
    await enqueueJob(trx, { artistId: finder.artist_id, id: finder.newId(), kind: 'caption_extract' })
  }
  return changed
}

async function savePost(
  trx: Transaction<DB>,
  { artist_id, provider, newId }: Finder,
  post: FoundPost,
): Promise<number> {
  const content = {
    caption: post.caption,
    caption_truncated: post.captionTruncated,
    tracks: JSON.stringify(post.tracks),
    url: post.url,
    published_at: post.publishedAt,
    provider,
  }
  const row = await trx
    .insertInto('social_posts')
    .values({ artist_id, id: newId(), platform: post.platform, post_id: post.postId, ...content })
    .onConflict((conflict) =>
      conflict.columns(['artist_id', 'platform', 'post_id']).doUpdateSet({
        ...content,
        // The column's default, which is now.
        collected_at: sql<Date>`excluded.collected_at`,
        extracted_at: sql<Date | null>`case when ${isChanged} then null else social_posts.extracted_at end`,
      }),
    )
    .returning(sql<boolean>`extracted_at is null`.as('due'))
    .executeTakeFirstOrThrow()
  return row.due ? 1 : 0
}

/** Inside the update: whether there is something to extract again. */
const isChanged = sql<boolean>`social_posts.caption <> excluded.caption
  or (social_posts.transcript is distinct from 'ready' and social_posts.tracks <> excluded.tracks)`
