import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { tsc } from '../../../scripts/build/compiler.ts'
import { serveBuilt } from '../../support/built.ts'
import { withoutLimits } from '../../support/settings.ts'
import { openEnvironment } from '../environment.ts'

t.setTimeout(7_200_000)

const run = promisify(execFile)
const getPath = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const recipes = getPath('test/system/sdks')
const common = join(recipes, 'common.sh')
const modules = getPath('node_modules')
const tools = process.env.SDK_TOOLS ?? getPath('.data/sdk-tools')
mkdirSync(tools, { recursive: true })

/** `SDK=…` tries those whose name holds it. */
const { SDK: named = '' } = process.env
const clients = readdirSync(recipes)
  .filter((file) => file.endsWith('.sh') && file !== 'common.sh' && file.includes(named))
  .map((file) => file.slice(0, -'.sh'.length))
/** Its sitting is not held: it shows that the generated code compiles. */
const compiledOnly = 'openapi-generator-rust'

/** The output of every sitting. */
const outcome = {
  state: 'finished',
  revised: 'The vox humana. It sounded like nobody I know. 🔔',
  stale: { status: 409, code: 'revision_changed' },
  advanced: true,
  pages: true,
  refused: { status: 403, code: 'not_your_artist' },
}

const { folder } = await openEnvironment(t)

for (const client of clients)
  t.test(`${client}: a client that is generated from the contract completes a sitting`, async (t) => {
    // A failed sitting is left open, which would refuse the next one: each has a service with the samples.
    const service = await serveBuilt(t, { DATA_FOLDER: join(folder, `${client}-service`), ...withoutLimits })
    const token = await service.sign(sampleIdentities.claimant)
    const { artistId } = sampleIdentities
    const cwd = join(folder, client)
    mkdirSync(cwd)
    const { stdout } = await run('sh', ['-euc', `. ${common}; . ${join(recipes, `${client}.sh`)}`], {
      cwd,
      maxBuffer: 2 ** 26,
      env: {
        ...process.env,
        PATH: [join(modules, '.bin'), process.env.PATH].join(delimiter),
        RECIPES: recipes,
        PROGRAMS: join(recipes, 'sittings'),
        DOCUMENT: getPath('openapi/bundle/openapi.json'),
        MODULES: modules,
        TOOLS: tools,
        TSC: tsc,
        BASE_URL: service.base,
        SAMPLE: JSON.stringify({ baseUrl: service.base, token, artistId, foreignId: randomUUID() }),
      },
    }).catch(({ stdout, stderr }) => {
      throw new Error(`${stdout}${stderr}`.replaceAll(token, '[token]').slice(-4_000))
    })
    if (client === compiledOnly) return
    // A client that reads no stream says null.
    const { streamed, ...held } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    t.same(held, outcome)
    t.ok(streamed === true || streamed === null)
  })
