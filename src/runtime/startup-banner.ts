import { sampleIdentities } from '#src/config/sample-identities.ts'
import type { Config } from '#src/config.ts'

/** Shown after the start: addresses, documentation, and how to call the service. */
export function printStartupBanner(config: Config, address: string): void {
  const lines = [
    `Sittings ${config.environment} at ${address}`,
    `  explore      ${address}/docs`,
    `  console      ${address}/console`,
    `  contract     ${address}/openapi.json   ${address}/openapi.yaml`,
    `  workflows    ${address}/workflows.arazzo.yaml`,
    `  ready        ${address}/ready`,
    ...(config.metrics.isServed ? [`  metrics      ${address}/metrics`] : []),
    ...(config.environment === 'development' && config.token.jwksUrl === undefined ? forDevelopers(config) : []),
    ...(config.chaos === undefined
      ? []
      : [`  chaos        ${config.chaos.rules}, seed ${config.chaos.seed}: src/http/fault-injection/README.md`]),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Only the embedded database is seeded. */
const forDevelopers = ({ databaseUrl }: Config) =>
  databaseUrl === undefined
    ? [
        `  an artist    ${sampleIdentities.artistId} (${sampleIdentities.artistName})`,
        `  another      ${sampleIdentities.otherArtistId} (${sampleIdentities.otherArtistName})`,
        `  a token      npm run -s cli -- token --subject ${sampleIdentities.claimant}     (claimant of ${sampleIdentities.artistName})`,
        `               … --subject ${sampleIdentities.administrator} (administrator), ${sampleIdentities.stranger} (of no artist), ${sampleIdentities.otherClaimant} (claimant of ${sampleIdentities.otherArtistName})`,
        '  a sitting    npm run demo',
        '  reset        npm run -s cli -- reset',
      ]
    : [
        '  the schema   npm run -s cli -- migrate',
        '  samples      npm run -s cli -- import scripts/samples/import.jsonl',
        `  an editor    npm run -s cli -- user add --admin --subject ${sampleIdentities.administrator}`,
        `  a token      npm run -s cli -- token --subject ${sampleIdentities.claimant}`,
      ]
