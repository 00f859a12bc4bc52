/**
 * `npm run build`: the service and its command line as plain JavaScript in `built/`, for deployments. `npm start` runs
 * the sources, of which nothing can be stale.
 */
import { fileURLToPath } from 'node:url'
import { buildService } from './build/service.ts'

await buildService(fileURLToPath(new URL('../built', import.meta.url)))
