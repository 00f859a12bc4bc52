import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findSentences } from '#src/text/sentences.ts'
import { buildAnswer, cite, type PageInput, type StoredText, storeText } from '../compose-page.ts'

/** A published text of an artist, and the artist's words about its windows; `others`: how others' words begin. */
export type Talk = PageInput & { texts: [StoredText]; others?: string }

/** The project's own talks: forms of transcripts, portraits and posts. */
export function readTalks(): Talk[] {
  const file = readFileSync(new URL('talks.txt', import.meta.url), 'utf8')
  return file.split(/^== /m).flatMap((part) => {
    const [, artistName = '', title = '', others = '', text = ''] = /^(.*) \| (.*) \| (.*)\n([\s\S]*)$/.exec(part) ?? []
    if (text === '') return []
    const stored = storeText(1, text.trim(), { title, kind: title === 'post' ? 'social_caption' : 'vault' })
    const talk = buildTalk(artistName, stored)
    const asked = buildAnswer(9, 'That is so.', { references: [cite(stored, others)] })
    return [{ ...talk, answers: [asked, ...(talk.answers ?? [])], others }]
  })
}

type Line = { type: string; id: string; name: string; artist: string; textFile?: string } & Partial<
  Record<'title' | 'publisher' | 'publishedAt', string>
>

/** The talks of a folder with an import file. */
export function readFolder(folder: string): Talk[] {
  const lines = readFileSync(join(folder, 'import.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const names = new Map(lines.filter(({ type }) => type === 'artist').map(({ id, name }) => [id, name]))
  return lines.flatMap(({ artist, textFile, title = null, publisher = null, publishedAt = null }) => {
    if (textFile === undefined) return []
    const text = readFileSync(join(folder, textFile), 'utf8')
    return [buildTalk(names.get(artist) ?? '', storeText(1, text, { title, publisher, publishedAt }))]
  })
}

const invented = [
  ['Is that still how you work?', 'I do it every morning, before anybody is awake. It has never been otherwise.'],
  ['What would you say of it now?', 'That I was young, and that the piano was not.'],
  ['And what came of it?', 'A summer of silence, two good pupils and one bad habit.'],
] as const

/** The questions cite sentences a quarter, a half and three quarters into the text. */
function buildTalk(artistName: string, stored: StoredText): Talk {
  const sentences = findSentences(stored.text)
  const { sourceId, revision } = stored
  const answers = invented.map(([question, answer], at) => {
    const cited = sentences[Math.floor((sentences.length * (at + 1)) / (invented.length + 1))]
    const { start, end } = cited as { start: number; end: number }
    const reference = { kind: 'original' as const, sourceId, revision, start, end }
    return buildAnswer(at, answer, { question, references: [reference] })
  })
  return { artistName, texts: [stored], answers: answers.toReversed() }
}
