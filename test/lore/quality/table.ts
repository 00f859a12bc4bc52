import { composeLore } from '../compose-lore.ts'
import { composeCentroid, composeFirstCharacters } from './baselines.ts'
import { readLabelledTexts } from './labelled.ts'
import { type Composer, type Counts, countBoundaries, countCorrections, countOver } from './measures.ts'

type Share = readonly [part: number, all: number]
export type Result = Counts & ReturnType<typeof countCorrections> & Omit<ReturnType<typeof countBoundaries>, 'faults'>
/** `bar`: the minimum of a share, or its maximum. */
type Row = { name: string; share: (result: Result) => Share; bar?: { least?: number; most?: number } }

export const rows: readonly Row[] = [
  { name: 'citations that reopen unit for unit', share: ({ exact }) => exact, bar: { least: 1 } },
  { name: 'characters inside a citation or a fixed form', share: ({ insideForms }) => insideForms, bar: { least: 1 } },
  {
    name: 'first-person sentences that the artist says',
    share: ({ ownFirstPerson }) => ownFirstPerson,
    bar: { least: 0.99 },
  },
  { name: 'sentences that need what is not there', share: ({ needing }) => needing, bar: { most: 0.05 } },
  { name: 'denied claims in the text', share: ({ deniedStanding }) => deniedStanding, bar: { most: 0 } },
  { name: 'corrected claims in the text', share: ({ dependent }) => dependent, bar: { most: 0 } },
  { name: 'neighbours lost to a correction', share: ({ lost }) => lost, bar: { most: 0.05 } },
  { name: 'hidden cuts, of the joins in a paragraph', share: ({ hiddenCuts }) => hiddenCuts, bar: { most: 0 } },
  { name: 'answered questions with a citation', share: ({ answersCited }) => answersCited, bar: { least: 0.95 } },
  { name: 'boundaries: precision', share: ({ precision }) => precision, bar: { least: 0.8 } },
  { name: 'boundaries: recall', share: ({ recall }) => recall, bar: { least: 0.95 } },
  { name: 'characters of a Lore, on average', share: ({ length }) => length },
]

/** The composer before this one, over the same set: figures that were measured once. */
const before: Result = {
  exact: [165, 165],
  insideForms: [11054, 11054],
  ownFirstPerson: [35, 61],
  needing: [4, 113],
  deniedStanding: [2, 7],
  hiddenCuts: [47, 95],
  answersCited: [50, 60],
  length: [11054, 20],
  dependent: [1, 98],
  lost: [12, 95],
  precision: [46, 80],
  recall: [46, 96],
}

export function measureComposer(compose: Composer): Result {
  const { precision, recall } = countBoundaries(compose)
  return { ...countOver(readLabelledTexts(), compose), ...countCorrections(compose), precision, recall }
}

export const composer: Composer = (input) => composeLore(input)

/** Whether a row's share meets its bar. */
export function meetsBar({ share, bar }: Row, result: Result): boolean {
  const [part, all] = share(result)
  const value = all === 0 ? 1 : part / all
  return (bar?.least === undefined || value >= bar.least) && (bar?.most === undefined || value <= bar.most)
}

/** The measures of the composer beside the one before it, the first characters and a centroid. */
export function renderTable(): string {
  const results = [
    before,
    measureComposer(composeFirstCharacters),
    measureComposer(composeCentroid),
    measureComposer(composer),
  ]
  const lines = rows.map((row) => {
    const cells = results.map((result) => formatShare(row.share(result)))
    return `| ${[row.name, ...cells, formatBar(row)].join(' | ')} |`
  })
  return ['| measure | before | first 4,000 | centroid | now | bar |', '|---|---|---|---|---|---|', ...lines].join('\n')
}

const formatShare = ([part, all]: Share): string =>
  all === 0
    ? '–'
    : part > 10 * all
      ? `${Math.round(part / all)}`
      : `${Math.round((1000 * part) / all) / 10} % (${part} of ${all})`

function formatBar({ bar }: Row): string {
  if (bar?.least !== undefined) return bar.least === 1 ? '100 %' : `≥ ${100 * bar.least} %`
  return bar?.most === undefined ? '' : bar.most === 0 ? '0' : `≤ ${100 * bar.most} %`
}
