import { sample } from '#src/config/sample-identities.ts'
import type { Config } from '#src/config.ts'

/** What someone who has just started the service wants to know next: where it is, what to read, how to call it. */
export function announce(config: Config, address: string): void {
  const lines = [
    `Sittings ${config.environment} at ${address}`,
    `  explore      ${address}/docs   ${address}/reference`,
    `  console      ${address}/console`,
    `  contract     ${address}/openapi.json   ${address}/openapi.yaml`,
    `  ready        ${address}/ready`,
    ...(config.metrics.isServed ? [`  metrics      ${address}/metrics`] : []),
    ...(config.environment === 'development' && config.token.jwksUrl === undefined ? forDevelopers(config) : []),
    ...(config.chaos === undefined
      ? []
      : [`  chaos        ${config.chaos.rules}, seed ${config.chaos.seed}: src/http/fault-injection/README.md`]),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** The samples are in the embedded database alone; into another one the developer brings what he wants. */
const forDevelopers = ({ databaseUrl }: Config) =>
  databaseUrl === undefined
    ? [
        `  an artist    ${sample.artistId} (${sample.artistName})`,
        `  another      ${sample.otherArtistId} (${sample.otherArtistName})`,
        `  a token      npm run -s cli -- token --subject ${sample.claimant}     (claimant of ${sample.artistName})`,
        `               … --subject ${sample.administrator} (administrator), ${sample.stranger} (of no artist), ${sample.otherClaimant} (claimant of ${sample.otherArtistName})`,
        '  a sitting    npm run demo',
        '  begin anew   npm run -s cli -- reset',
      ]
    : [
        '  the schema   npm run -s cli -- migrate',
        '  samples      npm run -s cli -- import scripts/samples/import.jsonl',
        `  a token      npm run -s cli -- token --subject ${sample.claimant}`,
      ]
