/** One generated client: how it is made, compiled as strictly as its language can, and used. */
export type GeneratedClient = {
  name: string
  language: string
  /** Of the generator. */
  version: string
  /** Whether its generator is a package of this repository: then it is tried with every change. */
  isShort: boolean
  /** `baseUrl` for generators that write the address into the code. */
  generate: (folder: string, baseUrl: string) => Promise<unknown>
  /** @throws Told with what the compiler says */
  compile: (folder: string) => Promise<unknown>
  /**
   * Holds a sitting, told the story's arguments as JSON; answers what it printed last. Undefined where only compiling
   * is asked for.
   */
  hold?: (folder: string, given: string) => Promise<string>
}

/** Where a sitting is held: the service, a token, the artist it is good for and one that it is not. */
export type Given = { baseUrl: string; token: string; artistId: string; foreignId: string }

const revised = 'The vox humana. It sounded like nobody I know. 🔔'

/** What every sitting prints. `streamed` is null where a client reads no stream at all. */
export const outcome = (streamed: true | null) => ({
  state: 'finished',
  revised,
  stale: { status: 409, code: 'revision_changed' },
  advanced: true,
  pages: true,
  refused: { status: 403, code: 'not_your_artist' },
  streamed,
})
