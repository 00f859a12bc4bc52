/**
 * Statements without an artist, each with the reason why a cluster may run it on all shards. Each only reads, and none
 * locks. An unused entry has to go.
 */
export const allowedStatements: readonly { begins: string; because: string }[] = [
  {
    begins: 'select artist_id from artist_research_jobs where state in',
    because: 'claims: each shard lists its artists with due jobs; each claim goes to one shard',
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
