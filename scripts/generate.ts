/**
 * `npm run generate` writes every generated file. With `--check` it writes nothing, names each file that differs, and
 * exits with 1 if there is one. The row types come from a database of their own, migrated for this.
 */
import { renderContractFiles } from './generate/contract.ts'
import { findDifferences, write } from './generate/files.ts'
import { renderTableFiles } from './generate/tables.ts'

const files = (await Promise.all([renderContractFiles(), renderTableFiles()])).flat()
const changed = await findDifferences(files)

if (process.argv.includes('--check')) {
  for (const path of changed) console.error(`${path} is not what \`npm run generate\` makes`)
  process.exitCode = changed.length === 0 ? 0 : 1
} else {
  for (const file of files.filter(({ path }) => changed.includes(path))) await write(file)
  console.error(changed.length === 0 ? 'nothing to generate' : `generated ${changed.join(', ')}`)
}
