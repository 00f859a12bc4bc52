/** A stretch of a paragraph inside or outside quotation marks, without the marks: UTF-16 code units, [start, end). */
export type QuotationSpan = { start: number; end: number; quoted: boolean }

/** The mark that closes a quotation, and the one that opens its next paragraph; null where none is open. */
export type OpenQuotation = { opens: string; closes: string } | null

/** How a text marks speech. Single marks count where it has no double ones; they are apostrophes everywhere else. */
export type MarkStyle = { single: boolean; inwardGuillemets: boolean }

export function detectMarkStyle(text: string): MarkStyle {
  const first = /[«»]/.exec(text)
  return {
    single: !/["“”„«»]/.test(text) && /(?:^|[\s(—])[‘'](?=\p{Lu})/mu.test(text),
    inwardGuillemets: first !== null && first[0] === '»' && /^»\p{L}/u.test(text.slice(first.index)),
  }
}

/**
 * The stretches of a paragraph. A quotation that the paragraph before left open goes on where this one begins with an
 * opening mark, as the convention is; where it does not, it has ended with that paragraph.
 */
export function splitAtMarks(
  paragraph: string,
  carried: OpenQuotation,
  style: MarkStyle,
): { spans: QuotationSpan[]; openQuotation: OpenQuotation; continuesQuotation: boolean } {
  const spans: QuotationSpan[] = []
  let at = /^[\s_*]*/.exec(paragraph)?.[0].length ?? 0
  const continuesQuotation = carried !== null && paragraph[at] === carried.opens
  let open = continuesQuotation ? carried : null
  if (continuesQuotation) at += 1
  let from = at
  const close = (end: number, quoted: boolean) => {
    if (from < end) spans.push({ start: from, end, quoted })
  }
  for (; at < paragraph.length; at++) {
    if (open === null) {
      const opened = findOpening(paragraph, at, style)
      if (opened === null) continue
      close(at, false)
      open = opened
      from = at + 1
    } else if (isClosing(paragraph, at, open)) {
      close(at, true)
      open = null
      from = at + 1
    }
  }
  close(paragraph.length, open !== null)
  return { spans, openQuotation: open, continuesQuotation }
}

function findOpening(text: string, at: number, { single, inwardGuillemets }: MarkStyle): OpenQuotation {
  const mark = text[at] ?? ''
  if (mark === '“') return { opens: '“', closes: '”' }
  if (mark === '„') return { opens: '„', closes: '“”' }
  if (mark === '«' && !inwardGuillemets) return { opens: '«', closes: '»' }
  if (mark === '»' && inwardGuillemets) return { opens: '»', closes: '«' }
  const atStart = at === 0 || /[\s([—–\-_*:/]/.test(text[at - 1] ?? '')
  if (!atStart || !/\S/.test(text[at + 1] ?? '')) return null
  if (mark === '"') return { opens: '"', closes: '"' }
  if (single && (mark === '‘' || mark === "'")) return { opens: mark, closes: mark === '‘' ? '’' : "'" }
  return null
}

function isClosing(text: string, at: number, { closes }: NonNullable<OpenQuotation>): boolean {
  const mark = text[at] ?? ''
  if (!closes.includes(mark)) return false
  const before = text[at - 1] ?? ''
  const after = text[at + 1] ?? ''
  // An apostrophe is inside a word or after a plural; speech ends with a mark of its own before the quotation mark.
  if (mark === '’' || mark === "'") return !/[\p{L}\p{N}]/u.test(after) && /[.,!?…—–-]/.test(before)
  // 7" and 12" are records.
  return !(mark === '"' && /\b(?:7|10|12)$/.test(text.slice(0, at)) && /^"[\s-](?:\p{Ll})/u.test(text.slice(at)))
}
