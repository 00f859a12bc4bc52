import { signLocalToken } from '#src/auth/tokens.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { loadConfig } from '#src/config.ts'
import { playResearch } from './demo/research.ts'
import { playSitting } from './demo/sitting.ts'
import { createStage } from './demo/stage.ts'

const config = loadConfig(process.env)
const base = process.env.SITTINGS_URL ?? `http://${config.host}:${config.port}`

if (!(await isHealthy(base))) {
  process.stderr.write(
    `Nothing answers at ${base}. Start the service first: npm start (or name another address in SITTINGS_URL)\n`,
  )
  process.exit(1)
}
const token = await signLocalToken(config, {
  subject: sampleIdentities.claimant,
  ttlSeconds: 600,
  environment: config.environment,
})
const { artistId } = sampleIdentities
const stage = createStage({ baseUrl: base, token, artistId, write: (text) => process.stdout.write(text) })
process.stdout.write(`${sampleIdentities.artistName}'s claimant holds a sitting at ${base}\n`)
await playSitting(stage)
process.stdout.write('\nThat was a whole sitting. Now for the research in the background.\n')
await playResearch(stage)
process.stdout.write('\nThat was the research from search to Lore.\n')

async function isHealthy(address: string): Promise<boolean> {
  const health = await fetch(`${address}/api/health`).catch(() => undefined)
  return health?.ok === true
}
