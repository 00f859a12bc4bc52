import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
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
  const within = relative(resolve(folder), resolve(folder, name))
  if (isAbsolute(name) || isAbsolute(within) || within.split(/[\\/]/)[0] === '..') {
    return { refusal: 'must lie in the folder of the import file or below' }
  }
  const bytes = await readBounded(folder, within)
  if (typeof bytes === 'string') return { refusal: bytes }
  try {
    return checkText(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return { refusal: 'names a file that is not UTF-8' }
  }
}

/** The file's bytes, or why they cannot be read. */
async function readBounded(folder: string, within: string): Promise<Buffer | string> {
  try {
    const path = join(await realpath(folder), within)
    if ((await realpath(path)) !== path) return 'must not lead through a symbolic link'
    // Without O_NONBLOCK opening a FIFO would block until it has a writer.
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stat = await file.stat()
    if (!stat.isFile()) return 'names something else than a regular file'
    // Its other name may lie outside of the folder: only the count of names tells it from a copy.
    if (stat.nlink > 1) return 'must not be a hard link'
    const bytes = await readUpTo(file, textBytesMax + 1)
    return bytes.length > textBytesMax ? `names a file of more than ${textBytesMax} bytes` : bytes
  } catch (error) {
    return `names a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`
  }
}

/** Bounded by the bytes read, not the stated size: a file may grow while it is read. */
async function readUpTo(file: FileHandle, bytesMax: number): Promise<Buffer> {
  const stream = file.createReadStream({ end: bytesMax - 1, autoClose: false })
  return Buffer.concat(await stream.toArray())
}

export function checkText(text: string): TextResult {
  if (text.length === 0) return { refusal: 'must not be empty' }
  if (text.length > textCharsMax) return { refusal: `must not be longer than ${textCharsMax} UTF-16 code units` }
  if (text.includes('\u0000')) return { refusal: 'holds U+0000' }
  return { text }
}
