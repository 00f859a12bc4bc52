import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import { formatLineField } from './lines.ts'
import { type ImportRecord, type RecordField, type RecordType, recordFields } from './records.ts'
import { readTextFile, refusalToStoreText } from './text-file.ts'

/** A line that its type's schema has validated. */
export type RecordInput = { type: RecordType; text?: string; textFile?: string; [field: string]: unknown }

/** Where a record was read: its line, and the folder that `textFile` is relative to. */
type RecordOrigin = { line: number; folder: string }

/** Sorted as in canonical JSON: the record is then hashed in half the time. */
const fieldsInOrder = new Map<string, [name: string, field: RecordField<unknown>][]>(
  Object.entries(recordFields).map(([type, fields]) => [
    type,
    Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]),
)

/**
 * Completes a record.
 * @throws Problem `invalid_request` naming the line and the field
 */
export async function completeRecord(input: RecordInput, origin: RecordOrigin): Promise<ImportRecord> {
  const fields = (fieldsInOrder.get(input.type) ?? []).map(([name, field]) => [name, complete(name, field)])
  const text = 'text' in input || input.type === 'source' ? { text: await readText(input, origin) } : {}
  // Each field has the type of its schema, which the line has passed.
  return { ...Object.fromEntries(fields), ...text, type: input.type } as ImportRecord

  function complete(name: string, { absent, toStored = (value) => value }: RecordField<unknown>): unknown {
    const value = input[name] ?? absent ?? null
    if (typeof value !== 'string') return value
    const stored = toStored(value)
    if (stored === undefined)
      throw createInvalidRequest(formatLineField(origin.line, name), 'is not an instant that can be stored')
    return stored
  }
}

async function readText({ text, textFile }: RecordInput, { line, folder }: RecordOrigin): Promise<string> {
  const refuse = (field: string, reason: string) => createInvalidRequest(formatLineField(line, field), reason)
  if (text !== undefined && textFile !== undefined) throw refuse('textFile', 'is not accepted beside text')
  if (text === undefined && textFile === undefined) throw refuse('text', 'is required, or textFile')
  const read = text === undefined ? await readTextFile(folder, textFile ?? '') : { text }
  const field = text === undefined ? 'textFile' : 'text'
  if ('refusal' in read) throw refuse(field, read.refusal)
  const refusal = refusalToStoreText(read.text)
  if (refusal !== undefined) throw refuse(field, refusal)
  return read.text
}
