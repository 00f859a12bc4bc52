import { randomFrom, seed } from '../../text/seed.ts'
import { runConcurrently } from '../crash-points.ts'
import type { TestEnvironment } from '../environment.ts'
import { openDifferences } from '../fidelity/differences.ts'
import { offerAll } from '../fidelity/windows/offers.ts'
import { checkClaims, drawClaim } from '../fidelity/windows/quotes.ts'
import { createReads } from '../fidelity/windows/reads.ts'
import {
  classifyWindow,
  drawTexts,
  drawWindow,
  type Kind,
  markWholeOffsets,
  type StoredText,
} from '../fidelity/windows/texts.ts'
import { openHttpClient } from '../http-client.ts'
import type { SystemTest } from '../result.ts'
import { openServices, patient } from '../service.ts'

const windowsMany = 100_000
const windowsFew = 1_500
/** Claims checked by one statement, and reads in flight at once. */
const claimsEach = 100
const readsAtOnce = 16
/** One claim in this number is offered as well; a relocation and two kinds of pages alternate over all windows. */
const offeredEach = 20

/**
 * Windows over generated texts in the database, with edges inside pairs and past the end, empty and reversed. Each is
 * checked as a claim by the code of the offer through SQL and read over HTTP; some are cited by real offers. All must
 * agree with slices of the texts that were stored.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  const actors = await openServices(environment, 2, patient)
  const { artistId, db } = actors
  const wire = openHttpClient(actors)
  environment.teardown(wire.close)
  const differences = openDifferences(environment.log)
  environment.log(`SEED=${seed}`)
  const random = randomFrom(seed)
  const texts = await storeAll(actors.addSource, drawTexts(random, { short }), environment)
  const reads = createReads(wire, artistId, random, differences)
  const inTurn = [reads.relocate, reads.readArtistSource, reads.relocate, reads.readResearchEvidence]

  const many = short ? windowsFew : windowsMany
  const kinds: Partial<Record<Kind, number>> = {}
  const cited = Array.from({ length: many }, () => {
    const stored = random.pick(texts)
    const window = drawWindow(random, stored)
    const kind = classifyWindow(stored, window)
    kinds[kind] = (kinds[kind] ?? 0) + 1
    return { stored, window }
  })
  const buildClaims = (from: number, to: number) =>
    cited.slice(from, to).map(({ stored, window }) => drawClaim(random, stored, window))
  for (let at = 0; at < many; at += claimsEach)
    await checkClaims(db, artistId, buildClaims(at, Math.min(many, at + claimsEach)), differences)
  environment.log(`${many} claims were checked: ${JSON.stringify(kinds)}`)

  const offers = offerAll(actors, buildClaims(0, many / offeredEach), differences)
  const read = runConcurrently(many, readsAtOnce, async (at) => {
    const { stored, window } = cited[at] as (typeof cited)[number]
    await inTurn[at % inTurn.length]?.(stored, window)
  })
  const [{ offered, saved }] = await Promise.all([offers, read])
  const { compared, differences: differing } = differences.counts()
  environment.log(`${wire.counts.calls} reads, ${offered} offers of which ${saved} were saved, ${compared} comparisons`)
  const rarest = Math.min(...Object.values(kinds))
  return {
    passed: differing === 0 && Object.keys(kinds).length === 5 && rarest >= many / 100 && saved > 0 && saved < offered,
    summary: `${many} windows by the service's SQL and over HTTP, ${kinds['inside a pair']} with an edge inside a pair, ${kinds['past the end']} past the end, ${kinds.empty} empty, and ${offered} offers: ${differing} differences`,
  }
}

async function storeAll(
  addSource: (text: string) => Promise<{ sourceId: string; revision: string; text: string }>,
  texts: string[],
  environment: TestEnvironment,
): Promise<StoredText[]> {
  const stored: StoredText[] = []
  for (const text of texts) stored.push({ ...(await addSource(text)), isWhole: markWholeOffsets(text) })
  environment.log(
    `${texts.length} texts of ${Math.min(...texts.map(getLength))} to ${Math.max(...texts.map(getLength))} units`,
  )
  return stored
}

const getLength = ({ length }: string) => length
