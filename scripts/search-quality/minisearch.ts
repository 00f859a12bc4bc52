import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { tokenizeForSearch } from '#src/evidence/search/tokenize.ts'
import { stemWord } from '#src/text/stemmer.ts'
import { ignoredWords } from '#src/text/stop-words.ts'
import { type Ranker, splitIntoWindows } from './windows.ts'

type Index = { addAll(documents: object[]): void; search(query: string): { id: number }[] }

/** MiniSearch, a BM25+ in memory, over folded and stemmed words, with its own tolerance of typos. */
export async function createMiniSearchRanker(texts: Map<string, string>): Promise<Ranker> {
  const MiniSearch = await install()
  const windows = splitIntoWindows(texts)
  const index = new MiniSearch({
    fields: ['text'],
    tokenize: (text: string) => tokenizeForSearch(text).map(({ word }) => word),
    processTerm: (word: string) => (ignoredWords.has(word) ? null : stemWord(word)),
    searchOptions: { fuzzy: 0.2 },
  })
  index.addAll(windows)
  return {
    name: 'BM25 (MiniSearch), folded and stemmed',
    rank: async (query, most) =>
      index
        .search(query)
        .slice(0, most)
        .flatMap(({ id }) => windows[id] ?? []),
  }
}

async function install(): Promise<new (options: object) => Index> {
  const folder = mkdtempSync(join(tmpdir(), 'sittings-minisearch-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, 'minisearch@7.2.0'], {
    stdio: 'ignore',
  })
  const file = join(folder, 'node_modules', 'minisearch', 'dist', 'es', 'index.js')
  return (await import(pathToFileURL(file).href)).default
}
