import { setTimeout as after } from 'node:timers/promises'
import type { TestEnvironment } from '../environment.ts'
import type { Replicas } from '../outage/replicas.ts'
import { newCallers } from '../outage/retrying-caller.ts'
import { createOwnedArtist, importText } from '../service.ts'

const sentence = 'There is a pump organ, walnut, with eleven stops of which seven answer. 🎹 Its builder is unknown. '
const text = sentence.repeat(40)
const windowChars = 1_000
const readers = 4

/**
 * Readers of one text by its revision, who retry until they get a response; `stop` returns the responses that differ.
 */
export async function readPinned(environment: TestEnvironment, replicas: Replicas) {
  const callers = newCallers()
  const artistId = await createOwnedArtist(environment)
  const { sourceId, revision } = await importText(environment, artistId, text)
  const wrong: string[] = []
  let stopped = false
  environment.teardown(() => {
    stopped = true
    callers.giveUp()
  })
  async function read(at: number): Promise<void> {
    const start = (at % 20) * sentence.length
    const query = `revision=${revision}&start=${start}&maxChars=${windowChars}`
    const path = `/api/artist/${artistId}/research/evidence/${sourceId}?${query}`
    const { body } = await callers.persist('a pinned read', (attempt) => replicas.send(at + attempt, 'GET', path))
    const found = body.passage.text
    // A unit less where the window would end inside a pair.
    const isWhole = found.length >= windowChars - 1
    if (!isWhole || found !== text.slice(start, start + found.length)) wrong.push(`${start}: ${found}`)
  }
  const everybody = Promise.allSettled(
    Array.from({ length: readers }, async (_, reader) => {
      for (let at = reader; !stopped; at += readers) {
        await read(at)
        await after(20)
      }
    }),
  )
  const listFailures = () => [...callers.wrong, ...wrong]
  const stop = async () => {
    stopped = true
    await everybody
    return listFailures()
  }
  return { outcomes: callers.outcomes, listFailures: listFailures, stop }
}
