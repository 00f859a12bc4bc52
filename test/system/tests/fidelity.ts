import { randomFrom, seed } from '../../text/seed.ts'
import { runConcurrently } from '../crash-points.ts'
import { openArtist } from '../fidelity/artist.ts'
import { openDifferences } from '../fidelity/differences.ts'
import { refuseAll } from '../fidelity/refuse-all.ts'
import { compareAll, sendAll } from '../fidelity/send-texts.ts'
import { accepts, drawAnswer } from '../fidelity/strings.ts'
import { formatEscapedJson, openHttpClient } from '../http-client.ts'
import type { SystemTest } from '../result.ts'
import { openServices, patient } from '../service.ts'

const textsMany = 100_000
const textsFew = 500
/**
 * Texts for each artist, and artists interviewed at once: each waits for its own responses alone.
 */
const textsEach = 100
const artistsAtOnce = 8
/**
 * The maximal length of a request (contract, `x-body-bytes-max` of a revise): a text of two thousand pairs must not be
 * written in escapes.
 */
const bodyBytesMax = 20_000

/**
 * Generated texts through two services, over HTTP. Every valid one comes back unit for unit: from the save, the revise,
 * the memory, and the pages of versions, responses and history. Every other is refused by the name of its field and
 * stores nothing.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  const wire = openHttpClient(await openServices(environment, 2, patient))
  environment.teardown(wire.close)
  const differences = openDifferences(environment.log)
  const many = Number(process.env.FIDELITY_STRINGS ?? (short ? textsFew : textsMany))
  environment.log(`SEED=${seed}`)
  const counted = { valid: 0, invalid: 0, refusals: 0, artists: 0 }

  async function holdInterview(at: number) {
    const random = randomFrom(seed + at)
    const texts = Array.from({ length: Math.min(textsEach, many - at * textsEach) }, () => drawAnswer(random))
    const writeBody = (body: object) => {
      const escaped = random.below(2) === 0 ? formatEscapedJson(body) : undefined
      return escaped !== undefined && escaped.length <= bodyBytesMax ? escaped : JSON.stringify(body)
    }
    const artist = await openArtist(environment, wire, writeBody)
    const { valid = [], invalid = [] } = Object.groupBy(texts, (text) =>
      accepts('answer', text) ? 'valid' : 'invalid',
    )
    const sent = await sendAll(artist, valid, differences)
    if (sent === undefined) return
    const refusals = await refuseAll(environment.db, artist, sent, invalid, differences)
    await compareAll(artist, sent, differences)
    counted.valid += valid.length
    counted.invalid += invalid.length
    counted.refusals += refusals
    counted.artists += 1
    if (counted.artists % 100 === 0)
      environment.log(`${counted.valid + counted.invalid} texts, ${differences.counts().differences} differences`)
  }
  await runConcurrently(Math.ceil(many / textsEach), artistsAtOnce, holdInterview)

  const { compared, differences: differing } = differences.counts()
  environment.log(
    `${counted.artists} artists, ${wire.counts.calls} calls, ${wire.counts.again} sent again after a 503, ${compared} comparisons`,
  )
  const isWhole = counted.valid + counted.invalid === many && counted.valid > many / 2 && counted.invalid > many / 20
  return {
    passed: differing === 0 && isWhole,
    summary: `${many} texts: ${counted.valid} valid ones through save, revise, versions, memory and history, ${counted.invalid} invalid ones refused ${counted.refusals} times; ${differing} differences`,
  }
}
