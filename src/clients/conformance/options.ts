import { parseArgs } from 'node:util'

const text = { type: 'string' } as const
const flags = {
  ...{ url: text, token: text, 'stranger-token': text, 'administrator-token': text, 'research-key': text },
  ...{ artist: text, 'other-artist': text, seed: text, cases: text, junit: text },
  full: { type: 'boolean', default: false },
  only: { type: 'string', multiple: true },
  operation: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h', default: false },
} as const

export const usage = `conformance --url URL [--token TOKEN] [--full] [options]

Tests whether the service at an address behaves as its contract says. Exits with 0 if it does, with 1 if there are
findings, and with 2 if the tests could not run.

  --url URL                     the service (or SITTINGS_URL)
  --token TOKEN                 access token of an artist's claimant (or SITTINGS_TOKEN)
  --full                        also sends writes; needs a token and an artist that belongs to the tests
  --artist ID                   the artist, where the token is good for several
  --stranger-token TOKEN        of a user without a claim to the artist (or SITTINGS_STRANGER_TOKEN)
  --administrator-token TOKEN   (or SITTINGS_ADMINISTRATOR_TOKEN)
  --research-key KEY            (or SITTINGS_RESEARCH_KEY)
  --other-artist ID             an existing artist that the token has no claim to
  --only CHECK                  only this check; may be repeated
  --operation ID                where a check tests each operation, only this one; may be repeated
  --seed N                      repeats the generated texts of a run
  --cases N                     generated texts (default 30)
  --junit FILE                  writes JUnit XML
`

/** Why a check that writes is skipped. */
export const notGiven = 'it writes, and --full was not given'

/** As the package's `engines` says, of which npx only warns. */
export const refusalToRunOn = (nodeVersion: string): string | undefined =>
  Number.parseInt(nodeVersion, 10) < 22 ? `Node.js 22 or newer is needed; this is ${nodeVersion}` : undefined

/** What is wrong with the command's arguments. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What a run is asked to do, as the usage says. */
export type Options = NonNullable<ReturnType<typeof parseOptions>>

/**
 * Options from arguments and environment; undefined if help was asked for.
 * @throws UsageError naming the argument
 */
export function parseOptions(args: readonly string[], env: NodeJS.ProcessEnv) {
  const { help, ...given } = parseFlags(args)
  if (help) return undefined
  const { url = env.SITTINGS_URL ?? '', token = env.SITTINGS_TOKEN, only = [], operation = [] } = given
  if (!URL.canParse(url)) throw new UsageError('--url has to be the address of a service')
  if (given.full && token === undefined) throw new UsageError('--full needs a --token')
  const { full, artist, junit } = given
  return {
    ...{ full, token, artist, only, operation, junit },
    /** Without a slash at the end; a path prefix is kept. */
    url: url.replace(/(?<!\/)\/+$/, ''),
    strangerToken: given['stranger-token'] ?? env.SITTINGS_STRANGER_TOKEN,
    administratorToken: given['administrator-token'] ?? env.SITTINGS_ADMINISTRATOR_TOKEN,
    researchKey: given['research-key'] ?? env.SITTINGS_RESEARCH_KEY,
    otherArtist: given['other-artist'],
    seed: parseCount('--seed', given.seed) ?? Math.floor(Math.random() * 2 ** 31),
    cases: parseCount('--cases', given.cases) ?? 30,
  }
}

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function parseCount(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!/^\d{1,10}$/.test(value)) throw new UsageError(`${flag} has to be a whole number`)
  return Number(value)
}
