import t from 'tap'
import { type OperationId, operationContracts } from '#src/contract/document.ts'
import { openEnvironment } from '../environment.ts'
import { importLargeArtist } from '../event-loop/artist.ts'
import { runOperations } from '../event-loop/operations.ts'
import { measurePages, sendHostileBodies } from '../event-loop/pages.ts'
import { type BlockedInterval, type Measure, openProbe } from '../event-loop/probe.ts'
import { searchByMeaning, startEmbeddingModel } from '../event-loop/searches.ts'
import { openServices, patient } from '../service.ts'

/** The time that a request may block the event loop. */
const heldMsMax = 50

const size = { textChars: 4_000_000, answers: 300, boundaries: 50, smallSources: 95 }

type OperationMeasurement = BlockedInterval & { operation: OperationId | 'page'; title: string; tookMs: number }

t.setTimeout(3_600_000)

t.test('no operation with its largest input blocks the event loop for more than 50 ms', async (t) => {
  const environment = await openEnvironment(t)
  const probe = openProbe(environment.folder)
  const model = await startEmbeddingModel(environment)
  const actors = {
    ...(await openServices(environment, 1, { ...patient, ...probe.settings, ...model })),
    newId: environment.newId,
  }
  const large = await importLargeArtist(environment, size)
  const measured: OperationMeasurement[] = []
  const measureBy =
    ({ longest }: typeof probe) =>
    async (operation: OperationMeasurement['operation'], title: string, work: () => Promise<unknown>) => {
      await longest()
      const startedMs = performance.now()
      await work()
      const tookMs = performance.now() - startedMs
      const blocked = { operation, title, tookMs, ...(await longest()) }
      measured.push(blocked)
      t.ok(blocked.cpuMs <= heldMsMax, formatMeasured(blocked))
    }
  const measure: Measure = measureBy(probe)
  await sendHostileBodies(actors, measure)
  await runOperations(actors, large, size, measure)
  await searchByMeaning(actors, large.artistId, measure)
  const built = { base: actors.bases[0] ?? '', probe }
  await measurePages(environment, built, (ofPages, title, work) => measureBy(ofPages)('page', title, work))
  const unmeasured = [...operationContracts.keys()].filter((id) => !measured.some(({ operation }) => operation === id))
  t.same(unmeasured, [], 'every operation is measured')
  const [longest] = measured.toSorted((a, b) => b.cpuMs - a.cpuMs)
  environment.report('event-loop', `${measured.length} measurements, the longest ${longest && formatMeasured(longest)}`)
})

const formatMeasured = ({ operation, title, wallMs, cpuMs, tookMs }: OperationMeasurement) =>
  `${operation}${title === '' ? '' : ` (${title})`}: ${cpuMs.toFixed(0)} ms at a stretch (${wallMs.toFixed(0)} ms passed), ${tookMs.toFixed(0)} ms in all`
