import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findSentences } from '#src/text/sentences.ts'
import { buildAnswer, type PageInput, type StoredText, storeText } from '../compose-page.ts'

/** A published text of an artist, and what the artist says of three of its windows, which questions cite. */
export type Talk = PageInput & { texts: [StoredText] }

/** The project's own talks. */
export function readTalks(): Talk[] {
  const file = readFileSync(new URL('talks.txt', import.meta.url), 'utf8')
  return file.split(/^=====\n/m).map((part) => {
    const [head = '', rest = ''] = part.split(/^---\n/m)
    const [text = '', said = ''] = rest.split(/^===\n/m)
    const fields = new Map([...head.matchAll(/^(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
    const get = (name: string) => (fields.get(name) === '-' ? null : (fields.get(name) ?? null))
    const kind = /^(?:social_caption|reel_transcript)$/.test(get('kind') ?? '') ? (get('kind') as string) : 'vault'
    const stored = { kind, title: get('title'), publisher: get('publisher'), publishedAt: get('year') }
    const pairs = [...said.matchAll(/^Q: (.*)\nA: (.*)$/gm)].map(([, question = '', answer = '']) => ({
      question,
      answer,
    }))
    return buildTalk(get('artist') ?? '', storeText(1, text.trim(), stored), pairs)
  })
}

const invented = [
  {
    question: 'Is that still how you work?',
    answer: 'I do it every morning, before anybody is awake. It has never been otherwise.',
  },
  { question: 'What would you say of it now?', answer: 'That I was young, and that the piano was not.' },
  { question: 'And what came of it?', answer: 'A summer of silence, two good pupils and one bad habit.' },
]

type Line = { type: string; id: string; name: string; artist: string; textFile?: string } & Partial<
  Record<'title' | 'publisher' | 'publishedAt', string>
>

/** The talks of a folder with an import file, with invented answers. */
export function readFolder(folder: string): Talk[] {
  const lines = readFileSync(join(folder, 'import.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const names = new Map(lines.filter(({ type }) => type === 'artist').map(({ id, name }) => [id, name]))
  return lines.flatMap(({ artist, textFile, title = null, publisher = null, publishedAt = null }) => {
    if (textFile === undefined) return []
    const text = readFileSync(join(folder, textFile), 'utf8')
    return [buildTalk(names.get(artist) ?? '', storeText(1, text, { title, publisher, publishedAt }), invented)]
  })
}

/** The questions cite sentences a quarter, a half and three quarters into the text. */
function buildTalk(
  artistName: string,
  stored: StoredText,
  said: readonly { question: string; answer: string }[],
): Talk {
  const sentences = findSentences(stored.text)
  const { sourceId, revision } = stored
  const answers = said.map(({ question, answer }, at) => {
    const cited = sentences[Math.floor((sentences.length * (at + 1)) / (said.length + 1))]
    const { start, end } = cited as { start: number; end: number }
    const reference = { kind: 'original' as const, sourceId, revision, start, end }
    return buildAnswer(at, answer, { question, references: [reference] })
  })
  return { artistName, texts: [stored], answers: answers.toReversed() }
}
