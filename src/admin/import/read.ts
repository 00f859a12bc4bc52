import { dirname } from 'node:path'
import { getValidator, type Validator } from '#src/contract/validators.ts'
import { toCanonicalJson } from '#src/text/canonical.ts'
import { buildExportSchemas, type ExportRecord } from '../archive/records.ts'
import type { ExportLine } from '../archive/restore.ts'
import { createInvalidLine, readJsonLines } from './lines.ts'
import {
  type ArtistLine,
  getRecordIdentity,
  type ImportLine,
  type ImportRecord,
  type RecordField,
  type RecordOf,
  type RecordType,
  recordFields,
  recordSchemas,
} from './records.ts'
import { checkText, readTextFile } from './text-file.ts'

/** A file validated in memory: nothing is written before its last line is known to be valid. */
export type ImportFile = {
  users: ImportLine<RecordOf<'user'>>[]
  records: ArtistLine[]
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
export async function readImportFile(file: string, onProgress?: ImportProgress): Promise<ImportFile> {
  const schemas = Object.entries({ ...recordSchemas, ...buildExportSchemas() })
  const validators = new Map<unknown, Validator>(schemas.map(([type, schema]) => [type, getValidator(schema)]))
  const read: ImportFile = { users: [], records: [], exported: [], lines: 0 }
  const seen = new Map<string, ImportLine>()
  let chars = 0
  for await (const { number: line, value } of readJsonLines(file)) {
    const input = validate(validators, value, line)
    read.lines += 1
    onProgress?.('reading', read.lines, null)
    let record: ExportRecord | ImportRecord
    if (isExportRecord(input)) {
      record = input
      read.exported.push({ line, record })
    } else {
      record = await completeRecord(input, line, dirname(file))
      refuseContradiction(seen, { line, record })
      if (record.type === 'user') read.users.push({ line, record })
      else read.records.push({ line, record })
    }
    const { text } = record as { text?: unknown }
    if (typeof text === 'string') chars += text.length
    if (chars > charsMax)
      throw createInvalidLine(line, '', `brings the texts of the file to more than ${charsMax} units`)
  }
  return read
}

/** A line that its type's schema has validated. */
type RecordInput = { type: RecordType; [field: string]: unknown }

function validate(
  validators: ReadonlyMap<unknown, Validator>,
  value: unknown,
  line: number,
): RecordInput | ExportRecord {
  const type = (value as { type?: unknown } | null)?.type
  const findViolation = validators.get(type)
  if (findViolation === undefined)
    throw createInvalidLine(line, 'type', `must be one of ${[...validators.keys()].join(', ')}`)
  const violation = findViolation(value)
  if (violation !== undefined) throw createInvalidLine(line, violation.field, violation.reason)
  // Proved by the type's schema.
  return value as RecordInput | ExportRecord
}

const isExportRecord = (record: RecordInput | ExportRecord): record is ExportRecord => record.type.startsWith('kept:')

/** @param folder that `textFile` is relative to */
async function completeRecord(input: RecordInput, line: number, folder: string): Promise<ImportRecord> {
  const { textFile, ...fields } = Object.fromEntries(
    Object.entries<RecordField<unknown>>(recordFields[input.type]).map(([name, field]) => [
      name,
      completeField(input, name, field, line),
    ]),
  )
  if (input.type === 'source') refuseOtherChannel(input, line)
  const text = 'text' in fields && { text: await readText(input, line, folder) }
  // Each field has the type of its schema, which the line has passed.
  return { ...fields, ...text, type: input.type } as ImportRecord
}

function completeField(
  input: RecordInput,
  name: string,
  { absent, toStored = (value) => value }: RecordField<unknown>,
  line: number,
): unknown {
  const value = input[name] ?? absent ?? null
  if (typeof value !== 'string') return value
  const stored = toStored(value)
  if (stored === undefined) throw createInvalidLine(line, name, 'is not an instant that can be stored')
  return stored
}

/** What comes of a post is its caption or its transcript; a record of the vault is neither. */
function refuseOtherChannel({ kind, channel }: RecordInput, line: number): void {
  if (kind === 'social' && channel === undefined) throw createInvalidLine(line, 'channel', 'is required')
  if (kind === 'vault' && channel !== undefined) throw createInvalidLine(line, 'channel', 'is not accepted')
}

async function readText({ text, textFile }: RecordInput, line: number, folder: string): Promise<string> {
  if (text !== undefined && textFile !== undefined)
    throw createInvalidLine(line, 'textFile', 'is not accepted beside text')
  if (text === undefined && textFile === undefined) throw createInvalidLine(line, 'text', 'is required, or textFile')
  const read = text === undefined ? await readTextFile(folder, String(textFile)) : checkText(String(text))
  if ('refusal' in read) throw createInvalidLine(line, text === undefined ? 'textFile' : 'text', read.refusal)
  return read.text
}

/** Two lines about one record must agree; choosing one would be a guess. */
function refuseContradiction(seen: Map<string, ImportLine>, numbered: ImportLine) {
  const identity = getRecordIdentity(numbered.record)
  const first = seen.get(identity)
  seen.set(identity, first ?? numbered)
  if (first === undefined || toCanonicalJson(first.record) === toCanonicalJson(numbered.record)) return
  throw createInvalidLine(numbered.line, '', `says something else than line ${first.line} about the same record`)
}
