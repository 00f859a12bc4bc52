import { v7 as uuidv7 } from 'uuid'
import { addArtist, addUser, type TestContext } from '../support/test-context.ts'
import { type ArtistModel, computeSnapshotId, newArtist } from './artist.ts'
import type { Pick, Which } from './steps.ts'
import { passage } from './texts.ts'

/** What the requests of a sequence are made with. */
export type RequestContext = {
  /** An identity of this sequence: the same one for the same number. */
  uuid: (number: number) => string
  computeSnapshotId: (artist: ArtistModel, sitting: number) => string
}

/** Two artists of the service and what the model knows of them; no other sequence uses them. */
export type ModelContext = RequestContext & {
  service: TestContext
  artists: [ArtistModel, ArtistModel]
  seen: Set<string>
  /** The latest instant in any response. */
  clock: string
}

let sequences = 0

export async function createModelContext(service: TestContext): Promise<ModelContext> {
  sequences += 1
  const prefix = uuidv7().slice(0, 24)
  const artists = await Promise.all([0, 1].map((number) => addModelArtist(service, `claimant-${sequences}-${number}`)))
  return {
    service,
    artists: artists as [ArtistModel, ArtistModel],
    uuid: (number) => `${prefix}${number.toString(16).padStart(12, '0')}`,
    computeSnapshotId,
    seen: new Set(),
    clock: '',
  }
}

async function addModelArtist(service: TestContext, claimant: string): Promise<ArtistModel> {
  const artist = newArtist(await addArtist(service.db, 'Mara Quill'), claimant)
  await addUser(service.db, claimant, { claims: artist.id })
  for (let n = 0; n < 2; n += 1) {
    const { sourceId, revision, text } = await service.addSource(`${n}. ${passage}`, { artistId: artist.id })
    artist.sources.push({ sourceId, texts: [{ revision, text }], citable: true })
  }
  return artist
}

/** The identity that a step means. */
export function chooseId(
  context: RequestContext,
  own: { id: string }[],
  foreign: { id: string }[],
  pick: Pick,
): string {
  const found = pick === 'foreign' ? foreign.at(-1) : pick === 'unknown' ? undefined : (own.at(-1 - pick) ?? own.at(-1))
  return found?.id ?? context.uuid(0xdead)
}

/** The revision that a step means, of these, the oldest first. */
export const chooseRevision = (revisions: readonly string[], which: Which): string =>
  (which === 'wrong' ? undefined : which === 'first' ? revisions[0] : revisions.at(-1)) ?? 'f'.repeat(64)
