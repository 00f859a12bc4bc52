import { join } from 'node:path'
import { createArtistClient, createClient, isProblemError } from '#src/clients/typescript/index.ts'
import type { Check } from '../result.ts'
import { outcomeOf, probes } from '../sdks/languages.ts'
import { openServices } from '../service.ts'

/**
 * Clients made from the contract in other languages are compiled, and used against a live service: a call that is
 * answered and one that is refused with its typed code. They need the generators' registries; the short form, which
 * needs none, does the same with the repository's own.
 */
export const runCheck: Check = async (stage, { short }) => {
  const { bases, bearer, artistId } = await openServices(stage, 1)
  const foreign = await stage.artist()
  const base = bases[0] ?? ''
  const token = bearer.slice('Bearer '.length)
  const failed: string[] = []

  const own = createClient({ baseUrl: base, token })
  const { status } = await createArtistClient(own, artistId).restore()
  const refused = await createArtistClient(own, foreign)
    .restore()
    .catch((error: unknown) => error)
  if (status !== 'ok' || !isProblemError(refused, 'not_your_artist')) failed.push('typescript')

  const names = short ? [] : Object.keys(probes)
  for (const name of names) {
    const wrong = await outcomeOf(name, join(stage.folder, name), [base, token, artistId, foreign])
    stage.say(`${name}: ${wrong ?? 'made, compiled, answered, and refused with its code'}`)
    if (wrong !== undefined) failed.push(name)
  }
  const tried = ['typescript', ...names]
  return {
    holds: failed.length === 0,
    figure: `${tried.length - failed.length} of ${tried.length} clients (${tried.join(', ')})`,
  }
}
