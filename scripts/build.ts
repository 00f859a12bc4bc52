/**
 * `npm run build`: the service and its command line as plain JavaScript in `built/`, and what it gives to client
 * teams, for deployments. `npm start` runs
 * the sources, of which nothing can be stale.
 */
import { fileURLToPath } from 'node:url'
import { buildDownloads } from './build/downloads.ts'
import { buildService } from './build/service.ts'

const folder = fileURLToPath(new URL('../built', import.meta.url))
await buildService(folder)
await buildDownloads(`${folder}/downloads`)
