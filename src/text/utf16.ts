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
 * length (a CHECK of the schema), and `selectUnits` asks for even windows only.
 */
export function fromUtf16(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf16le')
}
