import { sql } from 'kysely'
import t from 'tap'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { fillSampleArtist } from '../../admin/full-artist.ts'
import type { TestContext } from '../../support/test-context.ts'
import { randomFrom, seed } from '../../text/seed.ts'
import { openInProcessService } from '../access/in-process-service.ts'
import { signBearer } from '../access/seed-artist.ts'
import { isNightly, openEnvironment } from '../environment.ts'
import { flipColumns, harmRows } from '../tampering/harm.ts'
import { uncoveredColumns, uncoveredTables } from '../tampering/uncovered.ts'
import { dropGuards, listColumns } from '../tampering/values.ts'

t.setTimeout(isNightly ? 7_200_000 : 240_000)
t.comment(`SEED=${seed}`)
const environment = await openEnvironment(t)
const { db, createArtist } = environment
const random = randomFrom(seed)
const artistId = await fillArtist()
const otherId = await createArtist()
// A user without a claim, whom a changed claim can name.
await sql`insert into users (id, subject) values (gen_random_uuid(), 'without a claim')`.execute(db)
const subject = { db, artistId, otherId, random }

t.test('intact records pass', async (t) => {
  t.match(await verifyRecords(db), { finding: undefined })
})

t.test('a changed value of every column but the exempt ones is named by its row', async (t) => {
  // What follows comes from verify alone.
  await dropGuards(db)
  const columns = await listColumns(db)
  const covered = new Set<string>()
  let named = 0
  const effort = isNightly ? { rowsMax: 12, valuesMax: 9 } : { rowsMax: 1, valuesMax: 1 }
  for await (const { column, unseen, ...found } of flipColumns(subject, effort)) {
    named += found.named
    if (found.named > 0 && unseen.length === 0) covered.add(column)
    if (!(column in uncoveredColumns))
      t.same(unseen, [], `verify names the change of ${column}, or tampering/uncovered.ts has the reason`)
  }
  t.same(
    columns.filter((column) => !covered.has(column) && !isExempt(column)),
    [],
    'every column is covered',
  )
  t.same(listIdleExemptions(columns, covered), [], 'every exemption is needed')
  environment.report('flips', `${named} changes named, in ${covered.size} of ${columns.length} columns`)
})

t.test('a row that was removed, invented or exchanged is named', async (t) => {
  const { named, unseen } = await harmRows(subject, isNightly ? 12 : 1)
  t.same(unseen, [])
  environment.report('flips', `${named} whole rows named`)
  t.match(await verifyRecords(db), { finding: undefined }, 'and everything was put back')
})

/** The sample artist with every kind of record, made by the service itself. */
async function fillArtist(): Promise<string> {
  const service = await openInProcessService(environment)
  const call: TestContext['call'] = async (subject, method, url, body, headers = {}) => {
    const authorization = subject === null ? {} : { authorization: await signBearer(service, subject) }
    return await service.send({ method, url, body, headers: { ...authorization, ...headers } })
  }
  const addSource = () => Promise.reject(new TypeError())
  return await fillSampleArtist({ db, call, artistId: await createArtist(), addSource })
}

const isExempt = (column: string) => column in uncoveredColumns || (column.split('.')[0] ?? '') in uncoveredTables

/** Exemptions of what does not exist, or is named after all. */
function listIdleExemptions(columns: readonly string[], covered: ReadonlySet<string>): string[] {
  const tables = Object.keys(uncoveredTables).filter(
    (table) => !columns.some((column) => column.startsWith(`${table}.`)),
  )
  const named = Object.keys(uncoveredColumns).filter((column) => covered.has(column) || !columns.includes(column))
  return [...tables, ...named]
}
