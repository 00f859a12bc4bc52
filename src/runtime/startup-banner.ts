import { sampleIdentities } from '#src/config/sample-identities.ts'
import type { Config } from '#src/config.ts'

/** Shown after the start: where people begin, and how to call the service. */
export function printStartupBanner(config: Config, address: string): void {
  const lines = [
    `Sittings ${config.environment} at ${address}`,
    `  console      ${address}/console`,
    ...(config.documentsServed
      ? [`  explore      ${address}/docs`, `  guides       ${address}/guides/ (and all other pages)`]
      : []),
    ...(config.hasSampleData ? addSettings(config, address, sampleCommands) : []),
    ...describeChaos(config, address),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function describeChaos({ chaos, documentsServed }: Config, address: string): string[] {
  if (chaos === undefined) return []
  const how = chaos.rate === 0 ? 'on demand' : `at a rate of ${chaos.rate}`
  return [
    `  chaos        ${how}, seed ${chaos.seed}${documentsServed ? `: ${address}/guides/sandbox` : ''}`,
    `               what a client did: ${address}/sandbox/report`,
  ]
}

/** Commands that reach this service and its data, wherever they are. */
const addSettings = ({ dataFolder }: Config, address: string, commands: readonly string[]): string[] => {
  // Of the address: with PORT=0 the system chooses the port. An address leaves out 80.
  const port = new URL(address).port || '80'
  const settings = [
    ...(dataFolder === '.data' ? [] : [`DATA_FOLDER=${dataFolder}`]),
    ...(port === '3000' ? [] : [`PORT=${port}`]),
  ]
  return commands.map((command) => command.replace('npm run', [...settings, 'npm run'].join(' ')))
}

const { artistId, artistName, claimant, administrator, stranger, otherArtistId, otherArtistName, otherClaimant } =
  sampleIdentities

const sampleCommands = [
  `  an artist    ${artistId} (${artistName})`,
  `  another      ${otherArtistId} (${otherArtistName})`,
  `  a token      npm run -s cli -- token --subject ${claimant}     (claimant of ${artistName})`,
  `               … --subject ${administrator} (administrator), ${stranger} (of no artist), ${otherClaimant} (claimant of ${otherArtistName})`,
  '  a sitting    npm run demo',
  '  reset        npm run -s cli -- reset',
]
