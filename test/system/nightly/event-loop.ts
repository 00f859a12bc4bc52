import { type OperationId, operationContracts } from '#src/contract/document.ts'
import { importLargeArtist } from '../event-loop/artist.ts'
import { sendHostileBodies } from '../event-loop/hostile-bodies.ts'
import { searchByMeaning, startEmbeddingModel } from '../event-loop/meaning.ts'
import { runOperations } from '../event-loop/operations.ts'
import { measurePages } from '../event-loop/pages.ts'
import { type BlockedInterval, type Measure, openProbe } from '../event-loop/probe.ts'
import type { SystemTest } from '../result.ts'
import { openServices, patient } from '../service.ts'

/** The time that a request may block the event loop. */
const heldMsMax = 50

const size = { textChars: 4_000_000, answers: 300, boundaries: 50, smallSources: 95 }

type OperationMeasurement = BlockedInterval & { operation: OperationId | 'page'; title: string; tookMs: number }

/**
 * Every operation with the largest inputs that the contract and the limits allow, and every page, on a service whose
 * event loop is watched from inside. The thread's own processor time counts: the time of a busy machine is not the
 * service's.
 */
export const runSystemTest: SystemTest = async (environment) => {
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
      environment.log(formatMeasured(blocked))
    }
  const measure: Measure = measureBy(probe)
  await sendHostileBodies(actors, measure)
  await runOperations(actors, large, size, measure)
  await searchByMeaning(actors, large.artistId, measure)
  await measurePages(environment, (ofPages, title, work) => measureBy(ofPages)('page', title, work))
  const ids = new Set<string>(measured.map(({ operation }) => operation).filter((id) => id !== 'page'))
  const left = [...operationContracts.keys()].filter((id) => !ids.has(id))
  const [longest] = measured.toSorted((a, b) => b.cpuMs - a.cpuMs)
  const over = measured.filter(({ cpuMs }) => cpuMs > heldMsMax)
  return {
    passed: left.length === 0 && over.length === 0,
    summary: `${measured.length} measurements of ${ids.size} operations, ${over.length} above ${heldMsMax} ms${left.length === 0 ? '' : `, without ${left.join(', ')}`}; longest ${longest === undefined ? 'none' : formatMeasured(longest)}`,
  }
}

const formatMeasured = ({ operation, title, wallMs, cpuMs, tookMs }: OperationMeasurement) =>
  `${operation}${title === '' ? '' : ` (${title})`}: ${cpuMs.toFixed(0)} ms at a stretch (${wallMs.toFixed(0)} ms passed), ${tookMs.toFixed(0)} ms in all`
