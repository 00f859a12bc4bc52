import { selectReading } from '#plugins/knowledge/queries.ts'
import type { Benchmark, Benchmarks, Entrant } from '../benchmark.ts'
import { addArtist, type ServerName } from '../environment.ts'
import { openGets, timeCalls } from '../time-calls.ts'
import { longChars, longStarts, storeBoth, windowChars } from './window-texts.ts'

const readers = 16
const subject = 'reader of windows'

export const servers: readonly ServerName[] = ['stock']
export const isLong = true

/** A window out of the longest text there can be, beside one out of a text that is as long as the window. */
export const createBenchmarks: Benchmarks = async (environment) => {
  const db = environment.openDatabase(readers)
  const artistId = await addArtist(db, subject)
  const texts = await storeBoth({ db, artistId })
  const { base } = await environment.startService()
  const get = openGets(base, await environment.authorize(subject), readers)

  type Read = (sourceId: string, start: number, reader: number) => Promise<unknown>
  const readByStatement: Read = (sourceId, start) => {
    const window = { sourceId, revision: undefined, start, maxChars: windowChars }
    return selectReading(db, { kind: 'user', subject }, artistId, window).executeTakeFirstOrThrow()
  }
  const readOverHttp: Read = (sourceId, start, reader) => {
    const path = `/api/artist/${artistId}/knowledge/sources/${encodeURIComponent(sourceId)}`
    return get(`${path}?start=${start}&maxChars=${windowChars}`, reader)
  }
  const against = `out of ${windowChars}`
  const compare = (way: string, read: Read): Benchmark => {
    const createEntrant = (
      name: string,
      role: Entrant['role'],
      sourceId: string,
      starts: readonly number[],
    ): Entrant => ({
      name,
      role,
      measure: (seconds) =>
        timeCalls(readers, seconds, (call, reader) => read(sourceId, starts[call % starts.length] ?? 0, reader)),
    })
    const work = `a window of ${windowChars} out of ${longChars} characters, ${readers} readers: ${way}`
    return {
      rows: [{ work, unit: 'ms', goals: [{ against, atMost: 1.3 }] }],
      entrants: [
        createEntrant(against, 'floor', texts.short.sourceId, [0]),
        createEntrant('Sittings', 'ours', texts.long.sourceId, longStarts),
      ],
    }
  }
  return [compare('the statement', readByStatement), compare('over HTTP', readOverHttp)]
}
