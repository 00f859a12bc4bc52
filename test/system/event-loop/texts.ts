/** Texts of the most expensive shapes: code units, words and sentences are as many as a text of the length can have. */
export const shapes: readonly ((chars: number) => string)[] = [
  // A word of every sentence, in the shortest sentences.
  (chars) => 'Organ. '.repeat(chars / 7),
  // Words that occur once.
  (chars) => buildParts(chars, (at) => `w${at.toString(36)}x `),
  // No spaces and no sentences.
  (chars) => '風琴の音は水の中'.repeat(chars / 8),
  // A typical interview.
  (chars) => buildParts(chars, (at) => `${buildSentence(at)} `),
  (chars) => buildParts(chars, (at) => `${buildSentence(at)}${at % 7 === 0 ? '\n\n' : ' '}`),
]

/** Subtitle files of the most expensive shapes, WebVTT and SRT. */
export function buildSubtitles(chars: number): string[] {
  const formatCues = (lines: string, at = '00:00:01.000 --> 00:00:09.000') => {
    const cue = `${at}\n${lines}\n\n`
    return cue.repeat(chars / cue.length)
  }
  return [
    `WEBVTT\n\n${formatCues('a')}`,
    `WEBVTT\n\n${formatCues('<b></b>')}`,
    `WEBVTT\n\n00:00.000 --> 00:09.000\n${'<b></b>\n'.repeat(chars / 8)}`,
    formatCues('a', '00:00:01,000 --> 00:00:09,000'),
    formatCues(buildSentence(7), '00:00:01,000 --> 00:00:09,000'),
  ]
}

const vocabulary =
  'organ stop bell kitchen chapel tide record harbour lighthouse song sister tour winter studio voice string guitar piano letter ferry'.split(
    ' ',
  )

/** A different sentence for every number, about few things. */
export function buildSentence(at: number): string {
  const word = (step: number) => vocabulary[(at * step + (at >> 3)) % vocabulary.length]
  return `The ${word(3)} of the ${word(7)} was recorded beside the ${word(11)} number ${at}, and I sang of the ${word(13)}.`
}

function buildParts(chars: number, part: (at: number) => string): string {
  const parts: string[] = []
  for (let at = 0, length = 0; length < chars; at += 1) {
    const next = part(at)
    parts.push(next)
    length += next.length
  }
  return parts.join('').slice(0, chars).trimEnd()
}
