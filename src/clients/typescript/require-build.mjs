// Run by npm before it packs: without `dist` the tarball would hold no code.
import { existsSync } from 'node:fs'

if (!existsSync('dist/index.js')) {
  console.error('@sittings/client is not built here: `npm run build` in the repository packs it into built/downloads')
  process.exit(1)
}
