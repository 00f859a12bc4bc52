import { dirname } from 'node:path'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import { getValidator, type Validator } from '#src/contract/validators.ts'
import { toCanonicalJson } from '#src/text/canonical.ts'
import { buildExportSchemas, type ExportRecord } from '../archive/records.ts'
import type { ExportLine } from '../archive/restore.ts'
import type { TableSchema } from '../archive/table-schemas.ts'
import { completeRecord, type RecordInput } from './complete.ts'
import { formatLineField, readJsonLines } from './lines.ts'
import { getRecordIdentity, type NumberedRecord, recordSchemas } from './records.ts'

/** A file validated in memory: nothing is written before its last line is known to be valid. */
export type ImportFile = {
  records: NumberedRecord[]
  /** Lines of whole artists, as an export wrote them. */
  exported: ExportLine[]
  /** Lines that are not blank. */
  lines: number
}

/** Called with the number of lines read so far, later with the number applied so far. */
export type ImportProgress = (doing: 'reading' | 'importing', done: number, total: number | null) => void

/** Bound of all text of a file in UTF-16 code units, held in memory at one or two bytes each. */
const charsMax = 500_000_000

/**
 * Reads and validates an import file. A repeated record counts once.
 * @throws Problem `invalid_request` naming the first line that does not fit, and its field
 */
export async function readImportFile(
  file: string,
  shapes: readonly TableSchema[],
  onProgress?: ImportProgress,
): Promise<ImportFile> {
  const schemas = Object.entries({ ...recordSchemas, ...buildExportSchemas(shapes) })
  const validators = new Map<unknown, Validator>(schemas.map(([type, schema]) => [type, getValidator(schema)]))
  const read: ImportFile = { records: [], exported: [], lines: 0 }
  const seen = new Map<string, NumberedRecord>()
  let chars = 0
  for await (const { number, value } of readJsonLines(file)) {
    const validated = validate(validators, value, number)
    read.lines += 1
    onProgress?.('reading', read.lines, null)
    if (isExportRecord(validated)) {
      chars += typeof validated.text === 'string' ? validated.text.length : 0
      read.exported.push({ line: number, record: validated })
    } else {
      const record = await completeRecord(validated, { line: number, folder: dirname(file) })
      const numbered = { line: number, record }
      chars += 'text' in numbered.record ? numbered.record.text.length : 0
      refuseContradiction(seen, numbered)
      read.records.push(numbered)
    }
    if (chars > charsMax)
      throw createInvalidRequest(formatLineField(number), `brings the texts of the file to more than ${charsMax} units`)
  }
  return read
}

function validate(
  validators: ReadonlyMap<unknown, Validator>,
  value: unknown,
  line: number,
): RecordInput | ExportRecord {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  const findViolation = validators.get(type)
  if (findViolation === undefined)
    throw createInvalidRequest(formatLineField(line, 'type'), `must be one of ${[...validators.keys()].join(', ')}`)
  const violation = findViolation(value)
  if (violation !== undefined) throw createInvalidRequest(formatLineField(line, violation.field), violation.reason)
  // Proved by the type's schema.
  return value as RecordInput | ExportRecord
}

const isExportRecord = (record: RecordInput | ExportRecord): record is ExportRecord => record.type.startsWith('kept:')

/** Two lines about one record must agree; choosing one would be a guess. */
function refuseContradiction(seen: Map<string, NumberedRecord>, numbered: NumberedRecord) {
  const identity = getRecordIdentity(numbered.record)
  const first = seen.get(identity)
  seen.set(identity, first ?? numbered)
  if (first === undefined || toCanonicalJson(first.record) === toCanonicalJson(numbered.record)) return
  throw createInvalidRequest(
    formatLineField(numbered.line),
    `says something else than line ${first.line} about the same record`,
  )
}
