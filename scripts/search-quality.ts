/**
 * `node scripts/search-quality.ts [--texts FOLDER] [--misses]` measures the search on the labelled set of
 * test/search/queries.jsonl beside other engines: what each finds, and how long it takes. With an embedding model that
 * EMBEDDING_MODEL_BASE_URL and EMBEDDING_MODEL_NAME say, the service is measured twice.
 */
import { parseArgs } from 'node:util'
import { loadConfig } from '#src/config.ts'
import { chooseProviders } from '#src/research/providers/index.ts'
import { withTemporaryDatabase } from './search-quality/engine.ts'
import { createFusion } from './search-quality/fusion.ts'
import { readLabelled, textsFolder } from './search-quality/labelled.ts'
import { type EngineResult, measure } from './search-quality/measure.ts'
import { createMiniSearchRanker } from './search-quality/minisearch.ts'
import { createFullTextRanker, createTrigramRanker } from './search-quality/postgres.ts'
import { createServiceEngine } from './search-quality/service.ts'
import { renderTable } from './search-quality/table.ts'
import { createEngine } from './search-quality/windows.ts'

const { values } = parseArgs({
  options: { texts: { type: 'string', default: textsFolder }, misses: { type: 'boolean', default: false } },
})

const { texts, queries } = readLabelled(values.texts)
const { embeddings } = chooseProviders(loadConfig(process.env))
await withTemporaryDatabase(async (context) => {
  const results: EngineResult[] = []
  const trigrams = await createTrigramRanker(context, texts)
  const bm25 = await createMiniSearchRanker(texts)
  const rankers = [await createFullTextRanker(context, texts), trigrams, bm25, createFusion(bm25, trigrams)]
  const engines = [...rankers.map(createEngine), await createServiceEngine(context, texts)]
  if (embeddings !== undefined) engines.push(await createServiceEngine(context, texts, embeddings))
  for (const engine of engines) {
    results.push(await measure(engine, queries))
  }
  console.log(renderTable(results))
  if (values.misses) console.log(results.at(-1)?.misses.join('\n'))
})
