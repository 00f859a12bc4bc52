import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { addArtist } from '#src/admin/artists.ts'
import { importRecords } from '#src/admin/import/import.ts'
import { signLocalToken } from '#src/auth/tokens.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { migrate } from '#src/database/migrate.ts'
import { startService } from '../../support/service.ts'
import { researchKey, withoutLimits, withoutShedding } from '../../support/settings.ts'
import type { TestEnvironment } from '../environment.ts'
import { fillWithRecords, type KnownValues } from './fill-with-records.ts'

export type FuzzTarget = {
  base: string
  credentials: { accessToken: string; schedulerSecret: string; researchKey: string | undefined }
  known: KnownValues
}

const samples = fileURLToPath(new URL('../../../scripts/samples/import.jsonl', import.meta.url))
const noOutside = new URL('no-outside.ts', import.meta.url).href
const schedulerSecret = 'a-scheduler-secret-of-the-test'

/**
 * A running service with the sample artist, whose claimant has begun a sitting, and the existing identities. It has a
 * database of its own, so that a seed starts from the same state. `withKey`: a request with a research key is checked
 * by it alone, so the operations that take either have to be tried with both.
 */
export async function openFuzzTarget(
  testEnvironment: TestEnvironment,
  seed: number,
  withKey: boolean,
): Promise<FuzzTarget> {
  const url = await createDatabase(testEnvironment, `contract_${seed}`)
  const { pool, timeouts } = loadConfig({})
  const { db, close } = connect({ url, pool, timeouts, applicationName: 'sittings system test' })
  testEnvironment.teardown(close)
  await importRecords(db, samples)
  const strangersArtist = testEnvironment.newId()
  await addArtist(db, { id: strangersArtist, name: 'Ivo Lantern', bio: null })
  const settings = {
    DATABASE_URL: url,
    DATA_FOLDER: join(testEnvironment.folder, 'contract'),
    LOG_LEVEL: 'error',
    CRON_SECRET: schedulerSecret,
    RESEARCH_KEY: researchKey,
    ...withoutLimits,
    ...withoutShedding,
    NODE_OPTIONS: `--import=${noOutside}`,
  }
  const service = await startService(settings, testEnvironment.program)
  testEnvironment.teardown(() => service.end('SIGTERM'))
  const config = loadConfig(settings)
  const { environment } = config
  const accessToken = await signLocalToken(config, {
    subject: sampleIdentities.claimant,
    ttlSeconds: 7_200,
    environment,
  })
  const known = await fillWithRecords({ base: service.base, accessToken, requestId: randomUUID })
  known.artists.values.push(strangersArtist)
  const credentials = { accessToken, schedulerSecret, researchKey: withKey ? researchKey : undefined }
  return { base: service.base, credentials, known }
}

async function createDatabase(testEnvironment: TestEnvironment, name: string): Promise<string> {
  const server = new pg.Client({ connectionString: testEnvironment.url })
  await server.connect()
  await server.query(`create database ${name}`)
  await server.end()
  const { href: url } = Object.assign(new URL(testEnvironment.url), { pathname: `/${name}` })
  await migrate({ url, environment: 'development' })
  return url
}
