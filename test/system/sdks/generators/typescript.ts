/** The TypeScript generators that client teams use; each makes its code in `out`. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultBaseUrl, documentPath, getProgramPath } from './document.ts'
import { run } from './run.ts'

/** Types alone, for openapi-fetch, which is a library. */
export async function generateWithOpenapiTypescript(out: string): Promise<void> {
  await mkdir(out, { recursive: true })
  const args = [getProgramPath('openapi-typescript/bin/cli.js'), documentPath, '--output', join(out, 'schema.ts')]
  await run(process.execPath, [...args, '--root-types', '--root-types-no-schema-prefix'], out)
}

/** The stream has the schema of a text for other generators; this one reads it event by event (the guide says so). */
const patch = `{ operations: { 'POST /api/onboarding/{artistId}/chat': ({ responses }) => {
  responses['200'].content['text/event-stream'].schema = { $ref: '#/components/schemas/OnboardingEvent' }
} } }`

/** `validator`: what zod validates, in both directions. */
export async function generateWithHeyApi(out: string, validator = false): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sittings-hey-api-'))
  try {
    const config = join(folder, 'openapi-ts.config.mjs')
    const sdk = { name: '@hey-api/sdk', validator }
    const plugins = ['@hey-api/client-fetch', '@hey-api/typescript', sdk, ...(validator ? ['zod'] : [])]
    const settings = JSON.stringify({ input: documentPath, output: out, plugins })
    await writeFile(config, `export default { ...${settings}, parser: { patch: ${patch} } }\n`)
    await mkdir(out, { recursive: true })
    await run(
      process.execPath,
      [getProgramPath('@hey-api/openapi-ts/bin/run.js'), '-f', config, '--no-log-file'],
      folder,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Orval writes the address into the code; it has no other place for one in its `fetch` client. */
export async function generateWithOrval(out: string, baseUrl = defaultBaseUrl, client = 'fetch'): Promise<void> {
  await mkdir(out, { recursive: true })
  const config = join(out, 'orval.config.mjs')
  const output = { target: join(out, 'sittings.ts'), client, mode: 'single', baseUrl }
  await writeFile(config, `export default ${JSON.stringify({ sittings: { input: documentPath, output } })}\n`)
  try {
    await run(process.execPath, [getProgramPath('orval/dist/bin/orval.mjs'), '--config', config], out)
  } finally {
    await rm(config)
  }
}
