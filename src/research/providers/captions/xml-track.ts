import { SaxesParser } from 'saxes'
import type { TimeSliced } from '#src/text/time-slices.ts'

/** Elements that hold the words of a cue: in TTML and its relatives `p`, in YouTube's XML `text` or `p`. */
const cueElements = new Set(['p', 'text'])

/** The elements that such files begin with: a web page in XML is none of them. */
const roots = new Set(['tt', 'transcript', 'timedtext'])

/** Characters between two yields: some milliseconds. */
const charsPerStep = 32_768

/**
 * The cues of a timed text in XML, one a list of lines, in the order of the file; undefined where it is no well-formed
 * XML or has none.
 */
export function* readXmlTrack(content: string): TimeSliced<string[][] | undefined> {
  const cues: string[][] = []
  let open: string[] | undefined
  const parser = new SaxesParser({ xmlns: false })
  const readName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase()
  parser.on('error', (error) => {
    throw error
  })
  let isTimedText: boolean | undefined
  parser.on('opentag', ({ name }) => {
    isTimedText ??= roots.has(readName(name))
    if (cueElements.has(readName(name))) open = ['']
    else if (readName(name) === 'br') open?.push('')
  })
  parser.on('closetag', ({ name }) => {
    if (!cueElements.has(readName(name)) || open === undefined) return
    cues.push(open)
    open = undefined
  })
  const write = (text: string) => {
    if (open !== undefined) open.push(`${open.pop()}${text}`)
  }
  parser.on('text', write)
  parser.on('cdata', write)
  try {
    for (let at = 0; at < content.length; at += charsPerStep) {
      parser.write(content.slice(at, at + charsPerStep))
      yield
    }
    parser.close()
  } catch {
    return undefined
  }
  return isTimedText === true && cues.length > 0 ? cues : undefined
}
