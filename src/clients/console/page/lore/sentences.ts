/**
 * A sentence of Lore and the words in it that its evidence contains literally: quotations where there are some, else
 * all of it.
 */
export type Sentence = { text: string; quotes: string[] }

/** Paragraphs of sentences, without losing a character between them. */
export function splitLoreSentences(lore: string): Sentence[][] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
  return lore
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) =>
      joinedQuotes([...segmenter.segment(line)].map(({ segment }) => segment)).map((text) => ({
        text,
        quotes: quotesIn(text),
      })),
    )
}

/** A quotation of several sentences belongs to one. */
function joinedQuotes(segments: string[]): string[] {
  const sentences: string[] = []
  let open = false
  for (const segment of segments) {
    if (open) sentences[sentences.length - 1] += segment
    else sentences.push(segment)
    const whole = sentences.at(-1) ?? ''
    open = count(whole, '“') > count(whole, '”')
  }
  return sentences
}

const count = (text: string, sign: string) => text.split(sign).length - 1

function quotesIn(sentence: string): string[] {
  const whole = sentence.trim()
  const quoted = [...sentence.matchAll(/“([^“”]{8,})”/g)].map(([, quote = '']) => quote)
  // A sentence quoted whole may contain a quotation of its own; the whole is the better match.
  return [whole, ...quoted].filter((quote) => quote.length >= 8)
}
