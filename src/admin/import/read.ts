import { dirname } from 'node:path'
import type { Schema } from '#src/contract/document.ts'
import { invalid } from '#src/contract/problems/problem.ts'
import { validatorOf } from '#src/contract/validators.ts'
import { canonicalJson } from '#src/text/canonical.ts'
import type { KeptLine } from '../archive/restore.ts'
import type { KeptRecord } from '../archive/row-codec.ts'
import { keptSchemas } from '../archive/schemas.ts'
import type { Shape } from '../archive/table-schemas.ts'
import { lineField, readLines } from './lines.ts'
import { completeRecord, type RecordInput } from './normalize.ts'
import { type Given, identityOf } from './records.ts'
import { recordSchemas } from './schemas.ts'

/** A whole file, judged and in memory: nothing is written before its last line is known to be good. */
export type ImportFile = {
  records: Given[]
  /** The lines of artists that the file holds whole, as an export wrote them. */
  kept: KeptLine[]
  /** Lines that are not blank. */
  lines: number
}

/** All of a file's text together, in UTF-16 code units; it is held in memory at one or two bytes a unit. */
const charsMax = 500_000_000

/**
 * Reads and judges an import file. A record that stands twice counts once.
 * @throws Problem `invalid_request` naming the first line that does not fit, and its field
 */
export async function readImportFile(file: string, shapes: readonly Shape[]): Promise<ImportFile> {
  const schemas = new Map<unknown, Schema>(Object.entries({ ...recordSchemas, ...keptSchemas(shapes) }))
  const read: ImportFile = { records: [], kept: [], lines: 0 }
  const seen = new Map<string, Given>()
  let chars = 0
  for await (const { number, value } of readLines(file)) {
    const judged = judge(schemas, value, number)
    read.lines += 1
    if (isKept(judged)) {
      chars += typeof judged.text === 'string' ? judged.text.length : 0
      read.kept.push({ line: number, record: judged })
    } else {
      const given = { line: number, record: await completeRecord(judged, { line: number, folder: dirname(file) }) }
      chars += 'text' in given.record ? given.record.text.length : 0
      refuseContradiction(seen, given)
      read.records.push(given)
    }
    if (chars > charsMax)
      throw invalid(lineField(number), `brings the texts of the file to more than ${charsMax} units`)
  }
  return read
}

function judge(schemas: ReadonlyMap<unknown, Schema>, value: unknown, line: number): RecordInput | KeptRecord {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  const schema = schemas.get(type)
  if (schema === undefined) throw invalid(lineField(line, 'type'), `must be one of ${[...schemas.keys()].join(', ')}`)
  const violation = validatorOf(schema)(value)
  if (violation !== undefined) throw invalid(lineField(line, violation.field), violation.reason)
  // The schema of the type has just said so.
  return value as RecordInput | KeptRecord
}

const isKept = (judged: RecordInput | KeptRecord): judged is KeptRecord => judged.type.startsWith('kept:')

/** Two lines about one thing must agree; which of them was meant is not for us to guess. */
function refuseContradiction(seen: Map<string, Given>, given: Given) {
  const identity = identityOf(given.record)
  const first = seen.get(identity)
  seen.set(identity, first ?? given)
  if (first === undefined || canonicalJson(first.record) === canonicalJson(given.record)) return
  throw invalid(lineField(given.line), `says something else than line ${first.line} about the same record`)
}
