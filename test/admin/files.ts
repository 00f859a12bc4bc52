import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Kysely } from 'kysely'
import { exportArtist } from '#src/admin/archive/export.ts'
import type { DB } from '#src/database/tables.gen.ts'

type Folder = { testdirName: string; teardown(remove: () => void): void }

export const samples = fileURLToPath(new URL('../../scripts/samples/import.jsonl', import.meta.url))
export const artistId = '0197c000-0000-7000-8000-00000000a001'
export const otherId = '0197c000-0000-7000-8000-00000000a002'
/** A number as an id, so that a test can refer to record 7. */
export const id = (number: number) => `0197c000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

export const artist = { type: 'artist', id: artistId, name: 'Ivo Lantern' }
export const source = (number: number, text: string, more: Record<string, unknown> = {}) => ({
  type: 'source',
  id: id(number),
  artist: artistId,
  kind: 'vault',
  url: `https://example.org/${number}`,
  approved: true,
  text,
  ...more,
})
export const response = (number: number, answer: string) => ({
  type: 'response',
  id: id(number),
  artist: artistId,
  question: 'What was first?',
  answer,
  sitting: null,
  offeredAt: null,
  source: 'import',
})

/** A line of an export, accessed as it was written. */
// biome-ignore lint/suspicious/noExplicitAny: lines of an export have a type each, which import checks
export type Line = { type: string } & Record<string, any>

export const parseLines = (exported: string): Line[] =>
  exported
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** A file in a folder of the test's own, next to the test's other files. */
export function writeTestFile(t: Folder, content: string | Uint8Array): string {
  mkdirSync(t.testdirName, { recursive: true })
  t.teardown(() => rmSync(t.testdirName, { recursive: true, force: true }))
  const file = join(t.testdirName, `${randomUUID()}.jsonl`)
  writeFileSync(file, content)
  return file
}

export const user = { type: 'user', subject: 'ivo' }
export const correction = {
  type: 'correction',
  id: id(6),
  artist: artistId,
  claim: 'Tall.',
  correction: null,
  kind: 'fact',
}
export const legacyOffer = {
  type: 'legacyOffer',
  id: id(5),
  artist: artistId,
  question: 'And then?',
  offeredAt: '2020-01-01T00:00:00Z',
}
export const claim = { type: 'claim', artist: artistId, subject: 'ivo', state: 'approved' }
export const discovery = {
  type: 'discovery',
  id: id(9),
  artist: artistId,
  url: 'https://example.org/9',
  text: 'Found.',
  curation: 'pending',
  identity: 'unresolved',
}

/** The lines of the artist's export. */
export const exportText = (db: Kysely<DB>, artist: string): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const lines = await Array.fromAsync(exportArtist(trx, artist))
    return lines.map((line) => `${line}\n`).join('')
  })

/** The events of the operators' log, in their order. */
export const listOperatorEvents = (db: Kysely<DB>) =>
  db.selectFrom('operator_events').select(['action', 'subject', 'details']).orderBy('seq').execute()
