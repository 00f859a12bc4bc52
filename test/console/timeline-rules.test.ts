import t from 'tap'
import { drawChart } from '#src/clients/console/page/timeline/chart.ts'
import { toAnswerEntries, toSourceEntries } from '#src/clients/console/page/timeline/entries.ts'
import { type DatedEntry, groupByYear } from '#src/clients/console/page/timeline/years.ts'

const entry = (at: string, kind: DatedEntry['kind'] = 'source'): DatedEntry => ({
  key: `${kind}/${at}`,
  kind,
  at,
  what: 'Page',
  title: 'A page',
  place: undefined,
})

t.test('entries are listed by year from the newest, whether a day, a month or a year alone is known', async (t) => {
  const dates = ['2019', '2023-04', '2023-04-12', '2023-04-12T10:00:00.000Z', '2021-12-31']
  t.same(
    groupByYear(dates.map((at) => entry(at))).map(({ year, entries }) => [year, entries.map(({ at }) => at)]),
    [
      [2023, ['2023-04-12T10:00:00.000Z', '2023-04-12', '2023-04']],
      [2021, ['2021-12-31']],
      [2019, ['2019']],
    ],
  )
})

t.test('a post without a title is named by its own words, never by its id', async (t) => {
  const post = {
    sourceId: 'social:0198f3ab-25e7-7a83-b4d1-60f9c5a2e842:caption',
    kind: 'social_caption',
    title: null,
    url: null,
    description: 'Day nine in the boat shed.',
    eventDate: null,
    publishedAt: '2024-03-02',
    provenance: { publisher: 'Instagram' },
    extraction: { storedChars: 26 },
  } as Parameters<typeof toSourceEntries>[0][number]
  t.same(
    toSourceEntries([post]).map(({ title, what }) => [title, what]),
    [['A post: Day nine in the boat shed.', 'text under a post, Instagram']],
  )
})

t.test('an answer is as many entries as it had wordings, the first of which is no revision', async (t) => {
  const asked = {
    id: 'a',
    revision: 'r2',
    state: 'answered' as const,
    sitting: 2,
    offeredAt: null,
    source: 'interview' as const,
    references: [],
    answerUpdatedAt: '2026-03-05T00:00:00.000Z',
    question: 'Who rang it?',
    answer: 'I did.',
  }
  const versions = [
    { savedAt: '2026-03-05T00:00:00.000Z', revision: 'r2' },
    { savedAt: '2026-03-04T00:00:00.000Z', revision: 'r1' },
  ]
  const inShort = (entries: ReturnType<typeof toAnswerEntries>) => entries.map(({ key, at, what }) => [key, at, what])
  t.same(inShort(toAnswerEntries(asked, versions)), [
    ['answer/r1', '2026-03-04T00:00:00.000Z', 'Answer'],
    ['answer/r2', '2026-03-05T00:00:00.000Z', 'Answer, revised'],
  ])
  t.same(toAnswerEntries(asked, undefined).length, 1, 'the current wording until the others are read')
  t.same(toAnswerEntries({ ...asked, answer: null }, undefined), [], 'what was skipped is no answer')
  t.same(toAnswerEntries({ ...asked, sitting: null }, undefined)[0]?.place, { view: 'answers', item: 'other' })
})

t.test('a drawn timeline counts every entry, keeps order and proportion, and stays within its width', async (t) => {
  const dates = ['2010-01-01', '2015-01-01', '2015-01-02', '2020-01-01']
  const { lanes, ticks } = drawChart([...dates.map((at) => entry(at)), entry('2018-06', 'lore')])
  t.same(
    lanes.map(({ kind, marks }) => [kind, marks.map(({ count }) => count)]),
    [
      ['source', [1, 2, 1]],
      ['lore', [1]],
    ],
  )
  const percents = lanes[0]?.marks.map(({ percent }) => percent) ?? []
  t.same(percents, [3, 50, 97])
  t.same(
    ticks.map(({ year }) => year),
    [2010, 2015, 2020],
  )
  t.same([ticks[0]?.percent, ticks[2]?.percent], [3, 97])
})

t.test(
  'a drawn timeline has at most five years written under it, and none for a single instant or nothing',
  async (t) => {
    for (const [from, to] of [
      [2019, 2024],
      [1990, 2026],
      [1200, 2026],
      [2025, 2026],
    ]) {
      const { ticks } = drawChart([entry(`${from}-06`), entry(`${to}-06`)])
      t.ok(ticks.length >= 1 && ticks.length <= 5, `${from} to ${to}: ${ticks.length}`)
      t.ok(ticks.every(({ percent }) => percent >= 3 && percent <= 97))
    }
    const alone = drawChart([entry('2026-03-04T10:00:00.000Z')])
    t.same([alone.lanes[0]?.marks, alone.ticks], [[{ percent: 50, count: 1 }], []])
    t.same(drawChart([]), { lanes: [], ticks: [] })
  },
)
