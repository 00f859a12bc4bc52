import { v7 as uuidv7 } from 'uuid'
import { importLines } from '../../support/records.ts'
import type { TestEnvironment } from '../environment.ts'
import type { BlankArtist } from './seed-artist.ts'

/** The material of Lore under a boundary that excludes every other text. */
const portrait =
  'Mara Quill grew up in a harbour town and has played the pump organ since she was six years old. ' +
  'Mara Quill released three albums between 2009 and 2019, all of them recorded at home.'

/** Records that only an operator imports. The text of each source names its state, so that a leak shows its reader. */
export async function importSeedRecords(environment: TestEnvironment, { artistId: artist, mark }: BlankArtist) {
  const [vault, unreviewed] = [uuidv7(), uuidv7()]
  const text = `The ${mark} is approved for everybody.`
  const source = { type: 'source', artist, kind: 'vault', title: `On ${mark}`, url: 'https://vault.example/' }
  const social = { ...source, kind: 'social', approved: true }
  const discovery = { type: 'discovery', artist, title: `Found ${mark}`, identity: 'unresolved' }
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((name) => `https://${name}.example/`)
  const [post, reel] = ['https://instagram.example/p/a', 'https://instagram.example/p/b']
  const imported = { sitting: null, offeredAt: null, source: 'import' }
  const records = [
    { ...source, id: vault, approved: true, text },
    { ...source, title: 'A portrait', approved: true, text: portrait },
    { ...source, approved: true, private: true, text: `The ${mark} is private.` },
    { ...source, id: unreviewed, approved: false, text: `The ${mark} was never approved.` },
    { ...social, channel: 'caption', url: post, text: `A caption of ${mark}.` },
    { ...social, channel: 'transcript', url: reel, text: `Said about ${mark}.` },
    { ...discovery, url: one, curation: 'pending', text: `A pending page on ${mark}.` },
    { ...discovery, url: two, curation: 'pending', text: `A second page on ${mark}.` },
    { ...discovery, url: three, curation: 'approved', identity: 'confirmed', text: `An approved page on ${mark}.` },
    { ...discovery, url: four, curation: 'declined', text: `A declined page on ${mark}.` },
    { type: 'correction', artist, claim: `Grew up with ${mark}.`, correction: null, kind: 'fact' },
    { ...{ type: 'response', artist, question: `Where was ${mark}?`, answer: `In the ${mark} mill.` }, ...imported },
  ]
  await importLines(
    environment.db,
    records.map((record) => ({ id: uuidv7(), ...record })),
  )
  return { vault, unreviewed, text }
}

export async function importLegacyOffer(
  environment: TestEnvironment,
  { artistId: artist, mark }: BlankArtist,
): Promise<string> {
  const id = uuidv7()
  const offeredAt = '2020-02-02T20:20:20.000Z'
  await importLines(environment.db, [{ type: 'legacyOffer', id, artist, question: `Who kept the ${mark}?`, offeredAt }])
  return id
}
