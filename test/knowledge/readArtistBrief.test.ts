import fc from 'fast-check'
import t from 'tap'
import { truncateBrief } from '#plugins/knowledge/readArtistBrief.ts'
import { pluck } from '../support/pluck.ts'
import { createTestContext } from '../support/test-context.ts'
import { holds } from '../text/holds.ts'

const context = await createTestContext(t)
const { artistId, otherArtistId, call, db } = context

const brief = async (subject = 'owner', id = artistId) => call(subject, 'GET', `/api/artist/${id}/knowledge/brief`)

const publishBio = (bio: string | null) => db.updateTable('artists').set({ bio }).where('id', '=', artistId).execute()

async function addLore(number: number, text: string, id = artistId) {
  const revision = `${number}`.padStart(64, 'a')
  const version = { number, text, citations: '[]', revision, composed_by: 'artist' } as const
  await db
    .insertInto('lore_versions')
    .values({ artist_id: id, ...version })
    .execute()
}

t.test('the brief of an artist of whom only the name is known', async (t) => {
  t.same((await brief()).body, {
    status: 'ok',
    artistId,
    name: 'Mara Quill',
    bio: null,
    generatedLoreSummary: null,
    summaryIsEvidence: false,
    coverage: { eligibleSources: 0, readableSources: 0, searchedSources: 0, complete: true, limitations: [] },
    historyRequired: true,
    returnedChars: 10,
    truncated: false,
  })
})

t.test('the summary is the newest Lore, and only this artist’s', async (t) => {
  await addLore(1, 'The first Lore.')
  await addLore(2, 'The second Lore.')
  await addLore(3, 'Of another artist.', otherArtistId)
  await publishBio('Records at home.')
  t.hasStrict((await brief()).body, {
    bio: 'Records at home.',
    generatedLoreSummary: 'The second Lore.',
    returnedChars: 'Mara QuillRecords at home.The second Lore.'.length,
    truncated: false,
  })
  t.equal((await brief('admin', otherArtistId)).body.generatedLoreSummary, 'Of another artist.')
})

t.test('long texts are cut to 6000 units together, never inside a surrogate pair, and marked as cut', async (t) => {
  await addLore(4, '😀'.repeat(8_000))
  await publishBio('é'.repeat(20_000))
  const { body } = await brief()
  t.equal(body.truncated, true)
  t.ok(body.returnedChars <= 6_000 && body.returnedChars >= 5_998, `${body.returnedChars}`)
  t.equal(body.returnedChars, body.name.length + body.bio.length + body.generatedLoreSummary.length)
  t.ok(body.generatedLoreSummary.isWellFormed())
  t.ok('😀'.repeat(8_000).startsWith(body.generatedLoreSummary))
})

t.test('the first ten releases of one day are shown by their ids, and none of another artist', async (t) => {
  const day = { catalog: 'musicbrainz', url: 'https://catalogue.example/', released_on: '2024-05-01' }
  const build = (artist_id: string, title: string) => ({ ...day, artist_id, title, release_id: title })
  const rows = [...Array.from('lkjihgfedcba', (title) => build(artistId, title)), build(otherArtistId, 'aa')]
  await db.insertInto('releases').values(rows).execute()
  t.same(pluck((await brief()).body.latestReleases, 'title'), [...'abcdefghij'])
})

t.test('each part gets half of the room where both are long, and a text that fits is whole', (t) => {
  const text = fc.string({ unit: 'grapheme', maxLength: 9_000, size: 'max' })
  const property = fc.property(fc.string({ maxLength: 600 }), fc.option(text), fc.option(text), (name, bio, lore) => {
    const fitted = truncateBrief(name, bio, lore)
    const [bioChars, loreChars] = [fitted.bio?.length ?? 0, fitted.generatedLoreSummary?.length ?? 0]
    const room = 6_000 - name.length
    const fits = (bio?.length ?? 0) + (lore?.length ?? 0) <= room
    return (
      fitted.returnedChars === name.length + bioChars + loreChars &&
      fitted.returnedChars <= 6_000 &&
      fitted.truncated === !fits &&
      // Two units may be lost to whole pairs, one to a room that is odd.
      (fits || bioChars + loreChars >= room - 3) &&
      bioChars >= Math.min(bio?.length ?? 0, Math.floor(room / 2) - 1) &&
      loreChars >= Math.min(lore?.length ?? 0, Math.floor(room / 2) - 1) &&
      (bio ?? '').startsWith(fitted.bio ?? '') &&
      (lore ?? '').startsWith(fitted.generatedLoreSummary ?? '')
    )
  })
  holds(t, property)
  t.end()
})
