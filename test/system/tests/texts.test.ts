import t from 'tap'
import { randomFrom, seed } from '../../text/seed.ts'
import { runConcurrently } from '../concurrently.ts'
import { isNightly, openEnvironment } from '../environment.ts'
import { openArtist } from '../fidelity/artist.ts'
import { openDifferences } from '../fidelity/differences.ts'
import { refuseAll } from '../fidelity/refuse-all.ts'
import { compareAll, sendAll } from '../fidelity/send-texts.ts'
import { accepts, drawAnswer } from '../fidelity/strings.ts'
import { formatEscapedJson, openHttpClient } from '../http-client.ts'
import { openServices, patient } from '../service.ts'

t.setTimeout(isNightly ? 7_200_000 : 240_000)
t.comment(`SEED=${seed}`)
const environment = await openEnvironment(t)
const wire = openHttpClient(await openServices(environment, isNightly ? 2 : 1, patient))
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
