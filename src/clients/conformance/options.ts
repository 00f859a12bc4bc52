import { parseArgs } from 'node:util'

/** What a run is asked to do. */
export type Options = {
  /** The deployment, without a slash at the end; a path prefix is kept. */
  url: string
  /** Also sends writes, to an artist that belongs to the run; otherwise reads, and requests without a credential. */
  full: boolean
  /** Access token of the artist's approved claimant. */
  token: string | undefined
  /** Access token of a user who is no claimant of the artist. */
  strangerToken: string | undefined
  administratorToken: string | undefined
  researchKey: string | undefined
  /** Absent, the only artist of the token. */
  artist: string | undefined
  /** An existing artist that the token has no claim to. */
  otherArtist: string | undefined
  /** The names of the checks to run; empty for all. */
  only: readonly string[]
  /** Makes the generated inputs of a run the same again. */
  seed: number
  /** Generated inputs for each operation. */
  cases: number
  /** Files to write the reports to. */
  junit: string | undefined
  report: string | undefined
  /** The command of Schemathesis. */
  schemathesis: string
}

const flags = {
  url: { type: 'string' },
  token: { type: 'string' },
  'stranger-token': { type: 'string' },
  'administrator-token': { type: 'string' },
  'research-key': { type: 'string' },
  artist: { type: 'string' },
  'other-artist': { type: 'string' },
  full: { type: 'boolean', default: false },
  only: { type: 'string', multiple: true },
  seed: { type: 'string' },
  cases: { type: 'string' },
  junit: { type: 'string' },
  report: { type: 'string' },
  schemathesis: { type: 'string', default: 'schemathesis' },
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
  --seed N                      repeats the generated inputs of a run
  --cases N                     generated inputs for each operation (default 5)
  --schemathesis COMMAND        default: schemathesis, if it is installed
  --junit FILE                  writes JUnit XML
  --report FILE                 writes a page of HTML
`

/** Why a check that writes is skipped. */
export const notGiven = 'it writes, and --full was not given'

/** What is wrong with the command's arguments. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * Options from arguments and environment; undefined if help was asked for.
 * @throws UsageError naming the argument
 */
export function parseOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options | undefined {
  const values = parseFlags(args)
  if (values.help) return undefined
  const url = values.url ?? env.SITTINGS_URL
  if (url === undefined || !URL.canParse(url)) throw new UsageError('--url has to be the address of a service')
  const token = values.token ?? env.SITTINGS_TOKEN
  if (values.full && token === undefined) throw new UsageError('--full needs a --token')
  return {
    url: url.replace(/(?<!\/)\/+$/, ''),
    full: values.full,
    token,
    strangerToken: values['stranger-token'] ?? env.SITTINGS_STRANGER_TOKEN,
    administratorToken: values['administrator-token'] ?? env.SITTINGS_ADMINISTRATOR_TOKEN,
    researchKey: values['research-key'] ?? env.SITTINGS_RESEARCH_KEY,
    artist: values.artist,
    otherArtist: values['other-artist'],
    only: values.only ?? [],
    seed: parseCount('--seed', values.seed) ?? Math.floor(Math.random() * 2 ** 31),
    cases: parseCount('--cases', values.cases) ?? 5,
    junit: values.junit,
    report: values.report,
    schemathesis: values.schemathesis,
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
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`${flag} has to be a whole number`)
  return Number(value)
}
