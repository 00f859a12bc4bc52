// A process that runs the embedded server of a folder with these settings until it is ended: `node server-owner.ts
// FOLDER SETTINGS`. Prints its address as one line of JSON; shuts down when its stdin ends.
import { startEmbeddedPostgres } from '#src/runtime/embedded-postgres/start.ts'

const [folder = '', settings = '{}'] = process.argv.slice(2)
const server = await startEmbeddedPostgres({ folder, settings: JSON.parse(settings) })
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`)
process.stdin.resume().once('end', () => void server.stop())
