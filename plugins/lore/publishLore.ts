import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { findCitations, refusalToPublish, splitQuotations, takeOut } from '#src/records/lore/edit.ts'
import { insertLoreVersion, selectPublishedLore } from '#src/records/lore/versions.ts'
import { fixedWords } from '#src/research/lore/fixed-words.ts'
import { approveOverview } from '#src/research/lore/overview.ts'
import { createMark } from '#src/research/lore/page.ts'
import { detectLanguage } from '#src/text/languages.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import { listTouched, readLoreText } from './lore-text.ts'
import { findLore, type LoreRow } from './queries.ts'

/**
 * Makes a version the text that visitors read, as it is or as the artist has edited it. The texts are compared before
 * the artist is locked; what the comparison used has to be unchanged when the text is saved.
 */
export const publishLore: Handler<'publishLore'> = async ({ path, body, caller }, { db }) => {
  const artistId = path.id
  const read = await findLore(db, { caller, artistId, revision: body.revision })
  const { version } = read
  if (version === null) throw new Problem('not_found')
  const edited = await edit(version, body.text)
  const touched = body.excluded === 'keep' ? [] : await listTouched(edited, read)
  const refusal = body.excluded === 'leave_out' ? undefined : refusalToPublish('Your Lore', edited.text, touched)
  const mark = createMark(fixedWords[detectLanguage(edited.text)], read.artistName)
  const clean = body.excluded === 'leave_out' ? takeOut(edited, touched, mark) : edited

  const saved = await changeArtist(db, { artistId, caller }, async (tx) => {
    const published = await selectPublishedLore(tx.trx, artistId)
      .select(['text', 'revision', 'composed_by'])
      .executeTakeFirst()
    const lore = approveOverview(clean, read.artistName, tx.now.toISOString().slice(0, 10))
    if (published?.composed_by === 'artist' && published.text === lore.text) return published.revision
    if ((published?.revision ?? null) !== body.publishedRevision) throw new Problem('revision_changed')
    if (refusal !== undefined) throw refusal
    if (tx.head !== read.auditHead) throw new Problem('state_changed', { message: changedInBetween })
    const details = { from: version.revision, excluded: body.excluded ?? 'refuse' }
    return (await insertLoreVersion(tx, { artistId, ...lore, by: 'artist', jobId: null, details })).revision
  })
  const { version: row, ...records } = await findLore(db, { caller, artistId, revision: saved })
  if (row === null) throw new Problem('not_found')
  return { status: 200, body: { status: 'ok', lore: await readLoreText(db, artistId, row, records) } }
}

const changedInBetween = 'Your records were changed while the text was compared with them.'

/** The text to publish: the version's own, or an edited one with the citations of what stands in it unchanged. */
async function edit(version: LoreRow, text: string | undefined): Promise<Pick<LoreRow, 'text' | 'citations'>> {
  if (text === undefined || text === version.text) return version
  return { text, citations: await runInTimeSlices(findCitations(text, splitQuotations(version))) }
}
