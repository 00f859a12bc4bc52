import { isUtf8 } from 'node:buffer'
import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { isAbsolute, join, resolve, sep } from 'node:path'
import { textCharsMax } from '#src/evidence/references/windows.ts'

/** UTF-8 needs at most three bytes for a UTF-16 unit. */
const textBytesMax = 3 * textCharsMax

/** A text that can be stored as a source, or why there is none. */
type TextResult = { text: string } | { refusal: string }

/**
 * The exact text of a file named by a record: strict UTF-8, with line ends and byte order mark kept. Only a regular
 * file in or below the import file's folder, without links: an import of foreign origin must not publish other files of
 * this machine.
 */
export async function readTextFile(folder: string, name: string): Promise<TextResult> {
  const root = await realpath(folder)
  const path = resolve(root, name)
  if (isAbsolute(name) || !path.startsWith(join(root, sep)))
    return { refusal: 'must lie in the folder of the import file or below' }
  try {
    if ((await realpath(path)) !== path) return { refusal: 'must not lead through a symbolic link' }
    // Without O_NONBLOCK opening a FIFO would block until it has a writer.
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stat = await file.stat()
    if (!stat.isFile()) return { refusal: 'names something else than a regular file' }
    // Its other name may lie outside of the folder: only the count of names tells it from a copy.
    if (stat.nlink > 1) return { refusal: 'must not be a hard link' }
    // Bounded by the bytes read, not the stated size: a file may grow while it is read.
    const chunks = await file.createReadStream({ end: textBytesMax, autoClose: false }).toArray()
    const bytes = Buffer.concat(chunks)
    if (bytes.length > textBytesMax) return { refusal: `names a file of more than ${textBytesMax} bytes` }
    return isUtf8(bytes) ? checkText(bytes.toString()) : { refusal: 'names a file that is not UTF-8' }
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    return { refusal: `names a file that cannot be read (${code})` }
  }
}

export function checkText(text: string): TextResult {
  if (text.length === 0) return { refusal: 'must not be empty' }
  if (text.length > textCharsMax) return { refusal: `must not be longer than ${textCharsMax} UTF-16 code units` }
  if (text.includes('\u0000')) return { refusal: 'holds U+0000' }
  return { text }
}
