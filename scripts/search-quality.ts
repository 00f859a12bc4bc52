/**
 * `npm run search-quality -- [--texts FOLDER] [--misses]` measures the search on the labelled set of
 * test/search/queries.jsonl: what it finds, and how long it takes. With an embedding model that
 * EMBEDDING_MODEL_BASE_URL and EMBEDDING_MODEL_NAME say, it is measured twice.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { migrate } from '#src/database/migrations/migrate.ts'
import { chooseProviders } from '#src/research/providers/index.ts'
import { startEmbeddedPostgres } from '#src/runtime/embedded-postgres/start.ts'
import { readLabelled, textsFolder } from './search-quality/labelled.ts'
import { measure } from './search-quality/measure.ts'
import { createServiceEngine } from './search-quality/service.ts'

const { values } = parseArgs({
  options: { texts: { type: 'string', default: textsFolder }, misses: { type: 'boolean', default: false } },
})
const { texts, queries } = readLabelled(values.texts)
const { embeddings } = chooseProviders(loadConfig(process.env))
const folder = mkdtempSync(join(tmpdir(), 'sittings-search-'))
const { url, stop } = await startEmbeddedPostgres({ folder, settings: { fsync: 'off' } })
try {
  await migrate({ url, environment: 'development' })
  const { pool, timeouts } = loadConfig({})
  const { db, close } = connect({ url, pool, timeouts, applicationName: 'sittings search quality' })
  for (const model of embeddings === undefined ? [undefined] : [undefined, embeddings]) {
    const { name, groups, p50, p99, misses } = await measure(await createServiceEngine(db, texts, model), queries)
    console.log(`${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
    console.table(Object.fromEntries(groups))
    if (values.misses) console.log(misses.join('\n'))
  }
  await close()
} finally {
  await stop()
  rmSync(folder, { recursive: true, force: true })
}
