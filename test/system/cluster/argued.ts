import { scanArtistsMax } from '#src/queue/due-artist-queries.ts'

/**
 * Statements without an artist, each with the reason why a cluster may run it on all shards. Each only reads, and none
 * locks. An unused entry has to go.
 */
export const argued: readonly { begins: string; because: string }[] = [
  {
    begins: `select coalesce(sum(jobs), 0) = ${scanArtistsMax} as "isCrowd"`,
    because: 'the look for news before the claims: each shard says who has come into its line; each claim goes to one',
  },
  {
    begins: 'select to_char(now() at time zone ',
    because: 'the look around before the claims: each shard says who has due jobs',
  },
  {
    begins: 'select "id" from "artists" where "id" > ',
    because:
      'the walk to artists whose ended jobs are removed: each shard gives its first few, and the removal goes to one',
  },
  {
    begins: '(select id from artists order by id limit 1) union all',
    because: 'where that walk begins, once in a process: each shard gives its first and its last',
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
    because: 'the artists of one caller: each shard gives those whose claim is theirs',
  },
]

/** On one line and without leading blanks. */
export const joinLines = (statement: string) => statement.replaceAll(/\s+/g, ' ').trim()

export const findArgument = (statement: string) => argued.find(({ begins }) => joinLines(statement).startsWith(begins))
