// A process that runs the embedded server of a folder until it is ended: `node test/support/embedded-owner.ts FOLDER
// [SETTINGS]`, which are JSON. Prints one line of JSON; shuts down when its stdin ends.
import { startEmbeddedPostgres } from '#src/runtime/embedded-postgres/start.ts'

const [folder = '', settings = '{}'] = process.argv.slice(2)
const server = await startEmbeddedPostgres({ folder, settings: JSON.parse(settings) })
process.stdout.write(`${JSON.stringify({ url: server.url, owned: server.owned })}\n`)
process.stdin.resume().once('end', () => void server.stop())
