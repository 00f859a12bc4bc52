import { sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import type { FoundPost } from '../providers/social/index.ts'

/** For whom posts are saved, and which provider found them. */
type Finder = { artist_id: string; provider: string; newId: () => string }

/**
 * Saves posts as they were found, and requests their extraction where one is new or has changed. Addresses of subtitles
 * differ with each request: where a transcript was made of them once, another address is no change.
 * @returns how many are new or have changed
 */
export async function savePosts(
  trx: Transaction<DB>,
  { artist_id, provider, newId }: Finder,
  posts: readonly FoundPost[],
): Promise<number> {
  // An actor may return one post twice; one statement can write the row once only, and the later item counts.
  const found = [...new Map(posts.map((post) => [post.postId, post])).values()]
  if (found.length === 0) return 0
  const rows = found.map(({ platform, postId, url, publishedAt, caption, captionTruncated, tracks }) => ({
    ...{ artist_id, id: newId(), provider, platform, post_id: postId, url, published_at: publishedAt },
    ...{ caption, caption_truncated: captionTruncated, tracks: JSON.stringify(tracks) },
  }))
  const saved = await trx
    .insertInto('social_posts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['artist_id', 'platform', 'post_id']).doUpdateSet(({ ref }) => ({
        caption: ref('excluded.caption'),
        caption_truncated: ref('excluded.caption_truncated'),
        tracks: ref('excluded.tracks'),
        url: ref('excluded.url'),
        published_at: ref('excluded.published_at'),
        provider: ref('excluded.provider'),
        // The column's default, which is now.
        collected_at: ref('excluded.collected_at'),
        extracted_at: sql<Date | null>`case when ${isChanged} then null else social_posts.extracted_at end`,
      })),
    )
    .returning(sql<boolean>`extracted_at is null`.as('due'))
    .execute()
  const changed = saved.filter(({ due }) => due).length
  if (changed > 0) await enqueueJob(trx, { artistId: artist_id, id: newId(), kind: 'caption_extract' }).execute()
  return changed
}

/** Inside the update: whether there is something to extract again. */
const isChanged = sql<boolean>`social_posts.caption <> excluded.caption
  or (social_posts.transcript is distinct from 'ready' and social_posts.tracks <> excluded.tracks)`
