/** One generated client: how it is made, compiled as strictly as its language can, and used. */
export type GeneratedClient = {
  name: string
  language: string
  /** Of the generator. */
  version: string
  /** `baseUrl` for generators that write the address into the code. */
  generate: (folder: string, baseUrl: string) => Promise<unknown>
  /** @throws with the compiler's output */
  compile: (folder: string) => Promise<unknown>
  /**
   * Completes a sitting, with the story's arguments as JSON; returns what it printed last. Undefined where only
   * compiling is required.
   */
  hold?: (folder: string, sample: string) => Promise<string>
}

/** The environment of a sitting: the service, a token, its artist and an artist without a claim. */
export type SampleInput = { baseUrl: string; token: string; artistId: string; foreignId: string }

const revised = 'The vox humana. It sounded like nobody I know. 🔔'

/** The output of every sitting. `streamed` is null where a client reads no stream at all. */
export const buildOutcome = (streamed: true | null) => ({
  state: 'finished',
  revised,
  stale: { status: 409, code: 'revision_changed' },
  advanced: true,
  pages: true,
  refused: { status: 403, code: 'not_your_artist' },
  streamed,
})
