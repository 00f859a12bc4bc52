import { scanArtistsMax } from '#src/queue/due-artist-queries.ts'

/**
 * Statements without an artist, each with the reason why a cluster may run it on all shards. Each only reads, and none
 * locks. An unused entry has to go.
 */
export const allowedStatements: readonly { begins: string; because: string }[] = [
  {
    begins: `select coalesce(sum(jobs), 0) = ${scanArtistsMax} as "isTruncated"`,
    because: 'polling for new jobs: each shard lists the artists with new due jobs; each claim goes to one shard',
  },
  {
    begins: 'select to_char(now() at time zone ',
    because: 'the full scan: each shard lists its artists with due jobs',
  },
  {
    begins: 'select "id" from "artists" where "id" > ',
    because: 'pruning: each shard returns its next artists, and each delete goes to one shard',
  },
  {
    begins: '(select id from artists order by id limit 1) union all',
    because: 'where pruning begins, once in a process: each shard returns its first and its last artist',
  },
  {
    begins: 'select kind, status, count(*)::int as jobs',
    because: 'metrics of the whole queue; counted on each shard',
  },
  {
    begins: "select kind, 'failed' as status",
    because: 'the same of failed jobs',
  },
  {
    begins: 'select "mine"."id", "mine"."name", "mine"."list_version" from (select ',
    because: 'the artists of one caller: each shard returns those that the caller has a claim to',
  },
]

/** On one line and without leading blanks. */
export const joinLines = (statement: string) => statement.replaceAll(/\s+/g, ' ').trim()

export const findAllowed = (statement: string) =>
  allowedStatements.find(({ begins }) => joinLines(statement).startsWith(begins))
