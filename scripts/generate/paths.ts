import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { GeneratedFile } from './files.ts'

const root = 'openapi/openapi.yaml'
const contract = fileURLToPath(new URL('../../openapi/', import.meta.url))

/** The contract's root with a line for every path of `openapi/paths/`: a new one stands behind those of its file. */
export function renderContractRoot(): GeneratedFile {
  let text = readFileSync(`${contract}openapi.yaml`, 'utf8')
  for (const file of readdirSync(`${contract}paths`).sort()) {
    for (const path of Object.keys(parse(readFileSync(`${contract}paths/${file}`, 'utf8')))) {
      const line = `  ${path}:\n    $ref: paths/${file}#/${path.replaceAll('~', '~0').replaceAll('/', '~1')}\n`
      if (text.includes(line)) continue
      const last = text.lastIndexOf(`    $ref: paths/${file}#/`)
      const at = text.indexOf('\n', last < 0 ? text.indexOf('\npaths:') + 1 : last) + 1
      text = text.slice(0, at) + line + text.slice(at)
    }
  }
  return { path: root, content: text }
}
