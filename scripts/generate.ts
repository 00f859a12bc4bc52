/**
 * `npm run generate` writes every generated file. With `--check` it writes nothing, names each file that differs, and
 * exits with 1 if there is one. The row types come from a database of their own, migrated for this.
 */
import { renderContractFiles } from './generate/contract.ts'
import { findDifferences, write } from './generate/files.ts'
import { renderContractRoot } from './generate/paths.ts'
import { renderTableFiles } from './generate/tables.ts'

const isCheck = process.argv.includes('--check')
const root = renderContractRoot()
const isRootChanged = (await findDifferences([root])).length > 0
// The bundle is made from it.
if (isRootChanged && !isCheck) await write(root)
const files = (await Promise.all([renderContractFiles(), renderTableFiles()])).flat()
const changed = [...(isRootChanged ? [root.path] : []), ...(await findDifferences(files))]

if (isCheck) {
  for (const path of changed) console.error(`${path} is not what \`npm run generate\` makes`)
  process.exitCode = changed.length === 0 ? 0 : 1
} else {
  for (const file of files.filter(({ path }) => changed.includes(path))) await write(file)
  console.error(changed.length === 0 ? 'nothing to generate' : `generated ${changed.join(', ')}`)
}
