import t from 'tap'
import { randomFrom, seed } from '../../text/seed.ts'
import { runConcurrently } from '../concurrently.ts'
import { isNightly, openEnvironment } from '../environment.ts'
import { openArtist } from '../fidelity/artist.ts'
import { openDifferences } from '../fidelity/differences.ts'
import { refuseAll } from '../fidelity/refuse-all.ts'
import { compareAll, sendAll } from '../fidelity/send-texts.ts'
import { accepts, drawAnswer } from '../fidelity/strings.ts'
import { offerAll } from '../fidelity/windows/offers.ts'
import { checkClaims, drawClaim } from '../fidelity/windows/quotes.ts'
import { createReads } from '../fidelity/windows/reads.ts'
import { classifyWindow, drawTexts, drawWindow, markWholeOffsets, type StoredText } from '../fidelity/windows/texts.ts'
import { formatEscapedJson, openHttpClient } from '../http-client.ts'
import { openServices, patient } from '../service.ts'

t.setTimeout(isNightly ? 7_200_000 : 240_000)
t.comment(`SEED=${seed}`)
const environment = await openEnvironment(t)
const actors = await openServices(environment, isNightly ? 2 : 1, patient)
const wire = openHttpClient(actors)
environment.teardown(wire.close)

/** Texts for each artist, and artists interviewed at once: each waits for its own responses alone. */
const textsEach = 100
const artistsAtOnce = 8
/** The length of a request (contract, `x-body-bytes-max` of a revise): two thousand pairs in escapes are too long. */
const bodyBytesMax = 20_000

// From the save, the revise, the memory, and the pages of versions, responses and history.
t.test('a valid text is returned unit for unit; any other is refused by the name of its field', async (t) => {
  const texts = isNightly ? 100_000 : 500
  const differences = openDifferences(environment.log)
  const counted = { valid: 0, invalid: 0, refusals: 0 }
  async function holdInterview(at: number) {
    const random = randomFrom(seed + at)
    const drawn = Array.from({ length: Math.min(textsEach, texts - at * textsEach) }, () => drawAnswer(random))
    const writeBody = (body: object) => {
      const escaped = random.below(2) === 0 ? formatEscapedJson(body) : undefined
      return escaped !== undefined && escaped.length <= bodyBytesMax ? escaped : JSON.stringify(body)
    }
    const artist = await openArtist(environment, wire, writeBody)
    const { valid = [], invalid = [] } = Object.groupBy(drawn, (text) =>
      accepts('answer', text) ? 'valid' : 'invalid',
    )
    const sent = await sendAll(artist, valid, differences)
    if (sent === undefined) return
    counted.refusals += await refuseAll(environment.db, artist, sent, invalid, differences)
    await compareAll(artist, sent, differences)
    counted.valid += valid.length
    counted.invalid += invalid.length
  }
  await runConcurrently(Math.ceil(texts / textsEach), artistsAtOnce, holdInterview)
  t.equal(differences.counts().differences, 0)
  t.equal(counted.valid + counted.invalid, texts)
  t.ok(counted.valid > texts / 2 && counted.invalid > texts / 20, 'many of both')
  environment.report(
    'texts',
    `${counted.valid} valid ones exact, ${counted.invalid} others refused ${counted.refusals} times, ${differences.counts().compared} comparisons`,
  )
})

/** Claims checked by one statement, and reads in flight at once. */
const claimsEach = 100
const readsAtOnce = 16
/** One claim in this number is offered as well. */
const offeredEach = 20

// With edges inside pairs and past the end, empty and reversed; by the code of the offer through SQL, read over HTTP,
// and cited by real offers.
t.test('a window is that part of the stored text', async (t) => {
  const windows = isNightly ? 100_000 : 1_500
  const differences = openDifferences(environment.log)
  const random = randomFrom(seed)
  const texts: StoredText[] = []
  for (const text of drawTexts(random, isNightly))
    texts.push({ ...(await actors.addSource(text)), isWhole: markWholeOffsets(text) })
  const cited = Array.from({ length: windows }, () => {
    const stored = random.pick(texts)
    return { stored, window: drawWindow(random, stored) }
  })
  const kinds = Map.groupBy(cited, ({ stored, window }) => classifyWindow(stored, window))
  t.equal(kinds.size, 5, 'every kind of window')
  for (const [kind, { length }] of kinds) t.ok(length >= windows / 100, `${length} ${kind}`)
  const buildClaims = (from: number, to: number) =>
    cited.slice(from, to).map(({ stored, window }) => drawClaim(random, stored, window))
  for (let at = 0; at < windows; at += claimsEach)
    await checkClaims(environment.db, actors.artistId, buildClaims(at, at + claimsEach), differences)

  const reads = createReads(wire, actors.artistId, random, differences)
  const inTurn = [reads.relocate, reads.readArtistSource, reads.relocate, reads.readResearchEvidence]
  const offers = offerAll(actors, buildClaims(0, windows / offeredEach), differences)
  const read = runConcurrently(windows, readsAtOnce, async (at) => {
    const { stored, window } = cited[at] as (typeof cited)[number]
    await inTurn[at % inTurn.length]?.(stored, window)
  })
  const [{ offered, saved }] = await Promise.all([offers, read])
  t.equal(differences.counts().differences, 0)
  t.ok(saved > 0 && saved < offered, `${saved} of ${offered} offers were saved`)
  environment.report('windows', `${windows} by SQL and over HTTP, ${offered} offers`)
})
