import { setClaim } from '#src/admin/claims.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { importLines } from '../support/records.ts'
import type { ArtistModel, Entry } from './artist.ts'
import type { ModelContext } from './context.ts'
import { buildImportedEntry, correct, setText } from './imports.ts'
import { recordVersion } from './sessions.ts'
import type { OperatorStep } from './steps.ts'
import { getAnswer, getQuestion, offeredAts, passage, prefixes } from './texts.ts'

/** What the operator does besides the interface, in the service and in the model. */
export async function operate(context: ModelContext, step: OperatorStep): Promise<void> {
  const artist = context.artists[step.artist]
  switch (step.op) {
    case 'decideClaim':
      await setClaim(context.service.db, { artistId: artist.id, subject: artist.claimant, state: step.state })
      artist.claimed = step.state === 'approved'
      return
    case 'reviseSource':
    case 'withdrawSource':
      return await changeSource(context, step, artist)
    case 'importCorrection':
      return await importCorrection(context, step, artist)
    case 'importOffer':
    case 'importResponse':
      return await importEntry(context, step, artist)
  }
}

async function changeSource(
  { service }: ModelContext,
  step: Extract<OperatorStep, { op: 'reviseSource' | 'withdrawSource' }>,
  artist: ArtistModel,
): Promise<void> {
  const source = artist.sources[step.at % artist.sources.length] as ArtistModel['sources'][number]
  const { sourceId } = source
  const current = source.texts.at(-1)?.text ?? ''
  const text = step.op === 'reviseSource' ? `${prefixes[step.prefix % prefixes.length]}${passage}` : current
  if (step.op === 'withdrawSource') source.citable = step.citable
  const curation = source.citable ? 'approved' : 'rejected'
  await service.addSource(text, { artistId: artist.id, sourceId, curation })
  setText(artist, source, text)
}

async function importCorrection(
  context: ModelContext,
  step: Extract<OperatorStep, { op: 'importCorrection' }>,
  artist: ArtistModel,
): Promise<void> {
  const id = context.uuid(0x3000 + 0x100 * step.artist + step.id)
  const claim = getAnswer(step.words)
  const correction = step.replaced === null ? null : getAnswer(step.replaced)
  const record = { type: 'correction', id, artist: artist.id, claim, correction, kind: 'factual' }
  const at = await importOne(context, record)
  correct(artist, { id, claim, correction }, () => at)
}

/**
 * Questions and answers are never overwritten: another record of the same id is refused, the same one changes nothing.
 */
async function importEntry(
  context: ModelContext,
  step: Extract<OperatorStep, { op: 'importOffer' | 'importResponse' }>,
  artist: ArtistModel,
): Promise<void> {
  const { entry, record } =
    step.op === 'importOffer' ? buildImportedOffer(context, step, artist) : buildImportedAnswer(context, step, artist)
  const known = artist.entries.find(({ id }) => id === entry.id)
  if (known !== undefined && !isSameImport(known, entry)) {
    const refusal = await importOne(context, record).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (refusal instanceof Problem && refusal.code === 'invalid_request') return
    throw new Error(`An import overwrote ${entry.id}, or failed for another reason`, { cause: refusal })
  }
  await importOne(context, record)
  if (known !== undefined) return
  artist.entries.push(entry)
  const { answer, revision } = entry
  if (answer !== null) recordVersion(artist, entry, { revision, answer, savedAt: null, note: null })
}

type ImportedRecord = { artist: string; [field: string]: unknown }
type ImportStep = { entry: Entry; record: ImportedRecord }

function buildImportedOffer(
  context: ModelContext,
  step: Extract<OperatorStep, { op: 'importOffer' }>,
  artist: ArtistModel,
): ImportStep {
  const id = context.uuid(0x4000 + 0x100 * step.artist + step.id)
  const question = getQuestion(step.question)
  const offeredAt = offeredAts[step.offered] as string
  const entry = buildImportedEntry(artist, { id, questionKey: `legacy-${id}`, question, state: 'offered', offeredAt })
  return { entry, record: { type: 'legacyOffer', id, artist: artist.id, question, offeredAt } }
}

function buildImportedAnswer(
  context: ModelContext,
  step: Extract<OperatorStep, { op: 'importResponse' }>,
  artist: ArtistModel,
): ImportStep {
  const id = context.uuid(0x5000 + 0x100 * step.artist + step.id)
  const question = getQuestion(step.words)
  const answer = getAnswer(step.words)
  const offeredAt = step.offered === null ? null : (offeredAts[step.offered] as string)
  const same = { id, question, answer, sitting: step.sitting, offeredAt, source: 'onboarding' as const }
  const entry = buildImportedEntry(artist, { ...same, questionKey: `imported-${id}`, state: 'answered' })
  return { entry, record: { type: 'response', artist: artist.id, ...same } }
}

/** Whether an entry came from exactly this record, whatever was answered since. */
const isSameImport = (known: Entry, entry: Entry): boolean =>
  known.question === entry.question &&
  known.offeredAt === entry.offeredAt &&
  (entry.state === 'offered' || (known.versions[0]?.answer === entry.answer && known.sitting === entry.sitting))

/** Imports one record; returns the instant of the newest change, which is this one's where it changed anything. */
async function importOne({ service }: ModelContext, record: ImportedRecord): Promise<string> {
  await importLines(service.db, [record])
  const { at } = await service.db
    .selectFrom('audit_events')
    .select('at')
    .where('artist_id', '=', record.artist)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return at.toISOString()
}
