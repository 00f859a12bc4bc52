/*
 * Texts are stored as bytea holding UTF-16LE. An offset of the contract is then a plain byte position (two bytes a
 * unit), so PostgreSQL can hand out a window of a long text without decoding the text before it, and every string
 * JavaScript can hold comes back unit for unit.
 */

/** The text's UTF-16 code units, two bytes each, little-endian, no byte order mark. */
export function toUtf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le')
}

/**
 * The string whose code units these bytes are. The caller gives whole units: PostgreSQL keeps every stored text even in
 * length (a CHECK of the schema), and `toSqlWindow` asks for even windows only.
 */
export function fromUtf16(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf16le')
}

/**
 * Arguments of PostgreSQL's `substring(bytea from … for …)`: `from` counts bytes and starts at 1, `length` is in bytes.
 */
export type SqlWindow = { from: number; length: number }

/** The bytes of the code units `[start, end)`. `substring` answers with fewer bytes when the text ends sooner. */
export function toSqlWindow(start: number, end: number): SqlWindow {
  return { from: 2 * start + 1, length: 2 * (end - start) }
}
