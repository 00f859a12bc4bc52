import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { document } from '#src/contract/document.ts'

/** A regular expression of the service, and its place. */
export type Expression = { source: string; flags: string; at: string }

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** An expression without a long or an endless repetition takes a bounded time at each place of a text. */
const isUnbounded = ({ source }: Expression) =>
  /[*+]|\{\d+,(\d{3,})?\}/.test(source.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/g, 'x'))

/** Every unbounded expression of the service: the literals of its code and the patterns of its contract, each once. */
export function listExpressions(): Expression[] {
  const all = [
    ...['src', 'plugins'].flatMap((folder) => readFolder(join(root, folder))),
    ...findPatterns(document, '#'),
  ]
  return [...new Map(all.filter(isUnbounded).map((one) => [`/${one.source}/${one.flags}`, one])).values()]
}

function readFolder(folder: string): Expression[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  return files.flatMap((file) => readCode(join(folder, file)))
}

function readCode(file: string): Expression[] {
  const code = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const found: Expression[] = []
  const look = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), at: relative(root, file) })
    }
    ts.forEachChild(node, look)
  }
  look(code)
  return found
}

/** AJV compiles a pattern with the `u` flag. */
function findPatterns(node: unknown, at: string): Expression[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'pattern' && typeof value === 'string'
      ? [{ source: value, flags: 'u', at: `the contract, ${at}` }]
      : findPatterns(value, `${at}/${key}`),
  )
}
