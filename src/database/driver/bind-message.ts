/**
 * A call of a prepared statement with texts, as the server takes it: Bind, Execute and Sync of the protocol, version 3,
 * in one piece of the length that it has. The driver writes each by itself, into a buffer that it makes larger again
 * and again, which takes half as long again.
 */
export function encodeBind(statement: string, texts: readonly (string | null)[]): Buffer {
  const lengths: number[] = []
  let length = 13 + statement.length
  for (const text of texts) {
    // Of nothing, what the protocol says for it.
    const bytes = text === null ? -1 : Buffer.byteLength(text)
    lengths.push(bytes)
    length += bytes > 0 ? 4 + bytes : 4
  }

  const message = Buffer.allocUnsafe(length + executeAndSync.length)
  message[0] = 0x42 // B
  let at = message.writeInt32BE(length - 1, 1)
  message[at++] = 0 // the portal without a name
  at += message.write(statement, at, 'latin1')
  message[at++] = 0
  at = message.writeUInt16BE(0, at) // no formats: all are texts
  at = message.writeUInt16BE(texts.length, at)
  for (let nth = 0; nth < texts.length; nth += 1) {
    const text = texts[nth] as string | null
    const bytes = lengths[nth] as number
    at = message.writeInt32BE(bytes, at)
    if (text !== null) at += message.write(text, at, bytes, 'utf8')
  }
  at = message.writeUInt16BE(0, at) // nor of columns
  executeAndSync.copy(message, at)
  return message
}

/** All rows of the portal without a name. */
const executeAndSync = Buffer.from('E\0\0\0\x09\0\0\0\0\0S\0\0\0\x04', 'latin1')
