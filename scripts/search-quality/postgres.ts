import { sql } from 'kysely'
import type { FoundWindow, SearchContext } from './engine.ts'
import { type Ranker, splitIntoWindows } from './windows.ts'

/** PostgreSQL's full text search: English, the query's words OR-ed, ranked by how often they occur in a window. */
export async function createFullTextRanker({ db }: SearchContext, texts: Map<string, string>): Promise<Ranker> {
  await sql`create table full_text (file text, start int, "end" int, words tsvector)`.execute(db)
  for (const { file, start, end, text } of splitIntoWindows(texts)) {
    await sql`insert into full_text values (${file}, ${start}, ${end}, to_tsvector('english', ${text}))`.execute(db)
  }
  await sql`create index on full_text using gin (words)`.execute(db)
  await sql`analyze full_text`.execute(db)
  return {
    name: 'PostgreSQL full text',
    async rank(query, most) {
      const { rows } = await sql<FoundWindow>`
        with q as (select replace(plainto_tsquery('english', ${query})::text, '&', '|')::tsquery as words)
        select file, start, "end" from full_text t, q where t.words @@ q.words
        order by ts_rank(t.words, q.words, 1) desc limit ${most}`.execute(db)
      return rows
    },
  }
}

/** PostgreSQL's trigrams: the similarity of the query to the best stretch of a window. */
export async function createTrigramRanker({ db }: SearchContext, texts: Map<string, string>): Promise<Ranker> {
  await sql`create extension if not exists pg_trgm`.execute(db)
  await sql`create table trigrams (file text, start int, "end" int, text text)`.execute(db)
  for (const { file, start, end, text } of splitIntoWindows(texts)) {
    await sql`insert into trigrams values (${file}, ${start}, ${end}, ${text})`.execute(db)
  }
  await sql`analyze trigrams`.execute(db)
  return {
    name: 'PostgreSQL trigram',
    async rank(query, most) {
      const { rows } = await sql<FoundWindow>`
        select file, start, "end" from trigrams
        order by word_similarity(${query}, text) desc limit ${most}`.execute(db)
      return rows
    },
  }
}
