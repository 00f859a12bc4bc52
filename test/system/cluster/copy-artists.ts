import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { runCli } from '../../cli/run.ts'
import { createOnCluster } from '../../support/citus.ts'
import type { TestEnvironment } from '../environment.ts'

const artistsMax = 5

/** Exports artists, imports them into another distributed database, and exports them again; `verify` of both. */
export async function copyArtists(t: Test, environment: TestEnvironment): Promise<void> {
  const copyUrl = await createOnCluster(environment)
  const run = async (url: string, ...args: string[]) => {
    const { code, document, stderr } = await runCli(args, { DATABASE_URL: url })
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr.slice(-1_000)}`)
    return document
  }
  const artists = await environment.db.selectFrom('artists').select('id').orderBy('id').limit(artistsMax).execute()
  let lines = 0
  for (const { id } of artists) {
    const [file, again] = [join(environment.folder, `${id}.jsonl`), join(environment.folder, `${id}-again.jsonl`)]
    lines += (await run(environment.url, 'export', '--artist', id, '--out', file)).lines
    await run(copyUrl, 'import', file)
    await run(copyUrl, 'export', '--artist', id, '--out', again)
    t.ok(readFileSync(file).equals(readFileSync(again)), id)
  }
  await run(environment.url, 'verify')
  await run(copyUrl, 'verify')
  t.ok(lines > 0)
  environment.report('cluster', `${artists.length} artists copied, ${lines} lines`)
}
