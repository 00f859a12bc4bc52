/** The TypeScript generators that client teams use; each makes its code in `out`. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { binary, defaultBaseUrl, documentPath } from './document.ts'
import { run } from './run.ts'

/** Types alone, for openapi-fetch, which is a library. */
export async function openapiTypescript(out: string): Promise<void> {
  await mkdir(out, { recursive: true })
  const given = [binary('openapi-typescript/bin/cli.js'), documentPath, '--output', join(out, 'schema.ts')]
  await run(process.execPath, [...given, '--root-types', '--root-types-no-schema-prefix'], out)
}

export async function heyApi(out: string): Promise<void> {
  await mkdir(out, { recursive: true })
  const program = binary('@hey-api/openapi-ts/bin/run.js')
  await run(
    process.execPath,
    [program, '-i', documentPath, '-o', out, '-c', '@hey-api/client-fetch', '--no-log-file'],
    out,
  )
}

/** Orval writes the address into the code; it has no other place for one in its `fetch` client. */
export async function orval(out: string, baseUrl = defaultBaseUrl): Promise<void> {
  await mkdir(out, { recursive: true })
  const config = join(out, 'orval.config.mjs')
  const output = { target: join(out, 'sittings.ts'), client: 'fetch', mode: 'single', baseUrl }
  await writeFile(config, `export default ${JSON.stringify({ sittings: { input: documentPath, output } })}\n`)
  try {
    await run(process.execPath, [binary('orval/dist/bin/orval.mjs'), '--config', config], out)
  } finally {
    await rm(config)
  }
}
