import { sql } from 'kysely'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { queryPipelined } from '#src/database/query.ts'
import { pollUntil } from '../../support/until.ts'
import type { TestEnvironment } from '../environment.ts'

/** The text of the statement that reads an artist, as the server that runs it has received it. */
const findText = prepareQuery((db, { artistId }: { artistId: string }) =>
  sql<{ text: string }>`select current_query() as text from artists as a where a.id = ${artistId}`.compile(db),
)

/** Reads every artist, until each read has named the tables of the artist's shard. Returns how many there are. */
export async function countReadInShards({ url, db }: TestEnvironment, nodes: readonly string[]): Promise<number> {
  const { pool, timeouts } = loadConfig({})
  const spread = connect({ url, pool, timeouts, sharded: true, nodes, applicationName: 'sittings system test' })
  try {
    const artists = await db.selectFrom('artists').select('id').execute()
    for (const { id: artistId } of artists)
      await pollUntil(async () =>
        /from artists_\d+ as a/.test((await queryPipelined(spread.db, findText({ artistId })))[0]?.text ?? ''),
      )
    return artists.length
  } finally {
    await spread.close()
  }
}
