// Run by npm before it packs: without `dist` the tarball would hold no code.
import { existsSync } from 'node:fs'

if (!existsSync('dist/index.js')) {
  console.error('@sittings/client is not built here: pack it with `npm run downloads -- FOLDER` in the repository')
  process.exit(1)
}
