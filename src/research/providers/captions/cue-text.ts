import { decodeHTMLStrict } from 'entities'

/**
 * The tags of WebVTT (section 6.4), with their classes; only two of them take an annotation. SRT has `font` and `s`
 * besides.
 */
const tags =
  /<(?:\/?(?:c|i|b|u|s|ruby)(?:\.[^\s<>.]+)*\s*|\/?(?:v|lang)(?:\.[^\s<>.]+)*(?:\s[^<>]*)?|\/?font(?:\s[^<>]*)?|br\s*\/?|\d[\d:.]*)>/gi
/** The reading above a word, which would be glued to it. */
const readings = /<rt(?:\.[^\s<>.]+)*>.*?(?:<\/rt>|(?=<\/ruby>)|$)/gis
/** Overrides of the ASS format, which found their way into SRT. */
const overrides = /\{\\[^{}]*\}/g

/**
 * A line of a cue as it is read: without tags, times and overrides, character references decoded, white space
 * collapsed. What only looks like a tag is text.
 */
export const cleanCueLine = (line: string): string =>
  decodeHTMLStrict(line.replace(readings, '').replace(overrides, '').replace(tags, '')).replace(/\s+/g, ' ').trim()
