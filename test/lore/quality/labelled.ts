import { readdirSync, readFileSync } from 'node:fs'
import type { LoreInput } from '#src/research/lore/compose.ts'
import type { LoreAnswer, LoreSource } from '#src/research/lore/evidence.ts'
import { readSourcePage, type SourceAuthorship, startReading } from '#src/research/lore/read-source.ts'
import { runAtOnce } from '#src/text/time-slices.ts'

/** A sentence of a text with a reader's labels; README.md explains the letters. */
export type LabelledSentence = {
  start: number
  end: number
  speaker: 'A' | 'O' | 'U' | 'W'
  alone: '+' | '~' | '-'
  factClass: 'l' | 'w' | 'v'
  denial: 'd' | 'D' | ''
}

export type LabelledText = {
  artistName: string
  kind: string
  source: LoreSource & SourceAuthorship
  text: string
  sentences: LabelledSentence[]
  answers: LoreAnswer[]
}

const folder = new URL('./', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8')

export const readLabelledTexts = (): LabelledText[] =>
  readdirSync(folder)
    .filter((file) => /^(?:interviews|profiles|features|captions|biographies)\.txt$/.test(file))
    .toSorted()
    .flatMap((file) =>
      read(file)
        .split(/^=====\n/m)
        .map((part, at) => parseLabelledText(part, `${file} ${at}`)),
    )

function parseLabelledText(part: string, id: string): LabelledText {
  const [head = '', rest = ''] = part.split(/^---\n/m)
  const [marked = '', question = ''] = rest.split(/^===\n/m)
  const fields = Object.fromEntries(
    head
      .trim()
      .split('\n')
      .map((line) => line.split(/:\s(.*)/s).slice(0, 2) as [string, string]),
  )
  const stored = (name: string) => (fields[name] === undefined || fields[name] === '-' ? null : fields[name])
  const { text, sentences } = removeMarks(marked.trim())
  const isSocial = /^(?:social_caption|reel_transcript)$/.test(fields.kind ?? '')
  return {
    artistName: fields.artist ?? '',
    kind: fields.kind ?? '',
    source: {
      sourceId: `vault:${id}`,
      revision: 'a',
      title: stored('title'),
      publisher: stored('publisher'),
      publishedAt: stored('year'),
      isCaption: fields.kind === 'social_caption',
      kind: isSocial ? (fields.kind ?? '') : 'vault',
      speaker: fields.speaker ?? 'not_applicable',
    },
    text,
    sentences,
    answers: parseAnswers(question, id),
  }
}

function removeMarks(marked: string): { text: string; sentences: LabelledSentence[] } {
  let text = ''
  let last = 0
  const sentences: LabelledSentence[] = []
  for (const { 0: mark, 1: speaker, 2: alone, 3: factClass, 4: denial, index } of marked.matchAll(
    /\{([AOUW])([+~-])([lwv])([dD]?)\}/g,
  )) {
    text += marked.slice(last, index)
    last = index + mark.length
    const open = sentences.at(-1)
    if (open !== undefined) open.end = text.trimEnd().length
    sentences.push({ start: text.length, end: 0, speaker, alone, factClass, denial } as LabelledSentence)
  }
  text += marked.slice(last)
  for (const sentence of sentences) if (sentence.end === 0) sentence.end = text.length
  return { text, sentences }
}

const parseAnswers = (question: string, id: string): LoreAnswer[] =>
  [...question.matchAll(/^Q: (.*)\nA: (.*)$/gm)].map(([, question = '', answer = ''], n) => ({
    entryId: `${id} ${n}`,
    revision: 'a',
    questionKey: `q${n}`,
    question,
    answer,
    sitting: 1,
  }))

/** The composer's input of a labelled text. */
export function buildInput({ artistName, source, text, answers }: LabelledText): LoreInput {
  const { blocks } = runAtOnce(readSourcePage(text, startReading(source, artistName), artistName, true))
  const passages = blocks.map((block) => ({ ...source, block, text: text.slice(block.start, block.end) }))
  return { artistName, answers, passages, boundaries: [], corrections: [], charsMax: 4_000 }
}

export type CorrectionPair = { claim: string; correction: string | null; repeat: string; neighbour: string }

export const readCorrectionPairs = (): CorrectionPair[] =>
  read('corrections.txt')
    .trim()
    .split('\n')
    .map((line) => {
      const [claim = '', correction = '', repeat = '', neighbour = ''] = line.split(' | ')
      return { claim, correction: correction === '-' ? null : correction, repeat, neighbour }
    })

export type BoundaryCase = { wording: string; sentences: { text: string; isMeant: boolean }[] }

export function readBoundaryCases(): BoundaryCase[] {
  const cases: BoundaryCase[] = []
  for (const line of read('boundaries.txt').trim().split('\n')) {
    if (/^[+-] /.test(line)) cases.at(-1)?.sentences.push({ text: line.slice(2), isMeant: line.startsWith('+') })
    else cases.push({ wording: line, sentences: [] })
  }
  return cases
}
