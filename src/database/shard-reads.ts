import { sql } from 'kysely'
import type { Database, ShardReads } from './database.ts'
import { runDetached } from './detached-context.ts'
import { isBroken } from './driver/pg-client.ts'
import { getSqlState } from './errors.ts'
import type { Flush } from './pipelined-connection.ts'
import { type BoundQuery, prepareQuery } from './prepared-query.ts'
import { queryPipelined } from './query.ts'
import { sqlStateClass } from './sqlstates.ts'

/** Milliseconds for which the places of shards and artists are remembered; a place that has changed costs only time. */
const rememberedMs = 60_000

/** Milliseconds after a failure before they are listed again. */
const retryAfterMs = 5_000

/** Artists whose shard is remembered, about 100 bytes each. */
const artistsMax = 100_000

/** The shard of some artists: its worker, and what its tables are called there. */
type Shard = { id: string; worker: Database; names: Readonly<Record<string, string>>; texts: Map<string, string> }

/**
 * Reads an artist's rows on the worker that has them, in the tables of their shard: PostgreSQL plans such a statement
 * once a connection, while Citus plans every execution twice, which takes ten times as long as a short read.
 */
export function openShardReads(workers: readonly Database[]): ShardReads {
  let shards = new Map<string, Shard>()
  let shardIds = new Map<string, string>()
  let outdatedAt = 0

  async function list(): Promise<void> {
    const lists = await Promise.all(workers.map((worker) => listShards(worker).catch(() => [])))
    shards = new Map(lists.flat().map((shard) => [shard.id, shard]))
    shardIds = new Map()
  }

  /** Whether the shard is no longer used: none of a worker whose connection fails, one whose tables are missing. */
  function forget(shard: Shard, error: unknown): boolean {
    const isWorkerLost = isBroken(error)
    if (!isWorkerLost && !isAboutNames(error)) return false
    shards = new Map([...shards].filter(([, one]) => one !== shard && !(isWorkerLost && one.worker === shard.worker)))
    outdatedAt = Math.min(outdatedAt, performance.now() + retryAfterMs)
    return true
  }

  async function queryShard<Row>(shard: Shard, query: BoundQuery<Row>, flush?: Flush): Promise<Row[]> {
    try {
      return await queryPipelined(shard.worker, query, flush)
    } catch (error) {
      if (!forget(shard, error)) throw error
      return []
    }
  }

  async function findShard(artistId: string): Promise<Shard | undefined> {
    if (performance.now() > outdatedAt) {
      outdatedAt = performance.now() + rememberedMs
      runDetached(() => void list())
    }
    const [anyShard] = shards.values()
    if (anyShard === undefined) return undefined
    const id = shardIds.get(artistId) ?? (await queryShard(anyShard, selectShardId({ artistId })))[0]?.id
    if (id === undefined) return undefined
    if (shardIds.size < artistsMax) shardIds.set(artistId, id)
    return shards.get(id)
  }

  return async (query, flush) => {
    const shard = query.artistId === undefined ? undefined : await findShard(query.artistId)
    return shard === undefined ? [] : await queryShard(shard, toShard(query, shard), flush)
  }
}

/** A table was dropped with its shard, or is on the coordinator alone. */
const isAboutNames = (error: unknown) =>
  getSqlState(error)?.startsWith(sqlStateClass.syntaxErrorOrAccessRuleViolation) === true

const selectShardId = prepareQuery((db, { artistId }: { artistId: string }) =>
  sql<{ id: string }>`select get_shard_id_for_distribution_column('artists', ${artistId}::uuid)::text as id`.compile(
    db,
  ),
)

/** The shards of a worker by that of `artists`; each has the worker's copies of the reference tables, too. */
async function listShards(worker: Database): Promise<Shard[]> {
  const { rows } = await sql<Omit<Shard, 'worker' | 'texts'>>`
    with own as (
      select s.shardid, s.shardminvalue, s.logicalrelid, shard_name(s.logicalrelid, s.shardid) as name
      from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_local_group g using (groupid))
    select artists.shardid::text as id, json_object_agg(own.logicalrelid::text, own.name) as names
    from own as artists join own on own.shardminvalue is null or own.shardminvalue = artists.shardminvalue
    where artists.logicalrelid = 'artists'::regclass
    group by artists.shardid`.execute(worker)
  return rows.map((row) => ({ ...row, worker, texts: new Map() }))
}

/** The statement with the names of the shard's tables; it returns no row once the shard is on another worker. */
function toShard<Row>({ query, name }: BoundQuery<Row>, { id, names, texts }: Shard): BoundQuery<Row> {
  const text = texts.get(query.sql) ?? writeText(query.sql, id, names)
  texts.set(query.sql, text)
  return { query: { ...query, sql: text }, name: name && `${name}-${id}` }
}

/** A text, or a word that may be a table: no alias, and no column of one. */
const textOrWord = /'[^']*'|(?<!as "|\."|[.\w])[a-z_]+\b/g

const writeText = (text: string, id: string, names: Shard['names']): string =>
  `select shard.* from (${text.replace(textOrWord, (table) => names[table] ?? table)}) as shard where exists (
    select from pg_dist_placement join pg_dist_local_group using (groupid) where shardid = ${id})`
