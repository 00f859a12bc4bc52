import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { countMentions } from '#src/research/discover/count-mentions.ts'
import { computeCandidateRevision } from '#src/text/revisions.ts'
import { pluck } from '../support/pluck.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'

/** Puts candidates into the queue, a second apart, the oldest last; lists them the oldest first. */
async function fill({ db, artistId }: TestContext, count: number) {
  const startedMs = Date.parse('2026-03-01T10:00:00Z')
  const rows = Array.from({ length: count }, (_, n) => {
    const id = uuidv7()
    const found = { url: `https://press.example/${n}`, title: `Page ${n}`, reason: 'The page names the artist once.' }
    const content = { ...found, destination: 'lore', identity: 'unresolved', curation: 'pending' } as const
    const revision = computeCandidateRevision({ artistId, candidateId: id, ...content, previous: null })
    return { artist_id: artistId, id, ...content, revision, created_at: new Date(startedMs - n * 1_000) }
  })
  await db.insertInto('discoveries').values(rows).execute()
  return rows.toReversed()
}

const path = (context: TestContext, query = '') => `/api/artist/${context.artistId}/research/discoveries${query}`
const list = (context: TestContext, query = '', subject: string | null = 'owner') =>
  context.call(subject, 'GET', path(context, query))

t.test('a page has ten candidates by default; an empty queue is an empty page', async (t) => {
  const context = await createTestContext(t)
  t.strictSame((await list(context)).body, { status: 'ok', candidates: [], nextCursor: null })
  const rows = await fill(context, 12)
  t.same(pluck((await list(context)).body.candidates, 'url'), pluck(rows.slice(0, 10), 'url'), 'the oldest first')
})

t.test('a candidate names the platform of its address; a long text is cut between code points', async (t) => {
  const context = await createTestContext(t)
  const [title, reason] = ['🔔'.repeat(301), '🔔'.repeat(501)]
  const addresses = [
    ['https://www.instagram.com/p/abc', 'instagram'],
    ['https://mobile.twitter.com/mara/status/1', 'x'],
    ['https://instagram.com.example/p/abc', null],
  ] as const
  for (const [at, { id }] of (await fill(context, 3)).entries()) {
    const texts = { url: addresses[at]?.[0], title, reason }
    await context.db.updateTable('discoveries').set(texts).where('id', '=', id).execute()
  }
  const { candidates } = (await list(context)).body
  t.same(pluck(candidates, 'platform'), ['instagram', 'x', null])
  t.hasStrict(candidates[0], { title: '🔔'.repeat(300), reason: '🔔'.repeat(500) })
})

t.test('a name is found word for word, whatever the case, the accents and the marks between its words', async (t) => {
  const cases: [text: string, name: string, times: number][] = [
    ['ADA REED, Ada-Reed and ada  reed; Ada Reedy, Bada Reed, Ada reads.', 'Ada Reed', 3],
    ['Björk, BJORK and Bjork’s', 'Bjo\u0308rk', 3],
    ['Jay Z, Jay-Z, JAY‑Z', 'JAY-Z', 3],
    ['Straße und STRASSE', 'Strasse', 2],
    ['Ada Reed² and Ada Reed’s, with U2¹,³', 'Ada Reed', 2],
    ['U2¹,³ and R³, but not R', 'U2', 1],
    ['U2¹,³ and R³, but not R', 'R³', 1],
    ['nobody', 'Ada Reed', 0],
    ['something', '', 0],
    ['something', '\u200b', 0],
  ]
  for (const [text, name, times] of cases) t.equal(countMentions(text, name), times, `${name} in ${text}`)
})

t.test('a name is found with the endings that its language joins to it', async (t) => {
  const cases: [text: string, name: string, times: number][] = [
    ["Ada Reed’s new record is out. Everyone loved Ada Reed's organ.", 'Ada Reed', 2],
    ['Ada Reeds Orgel', 'Ada Reed', 1],
    ['The muses', 'Muse', 0],
    ['Tarkan’ın yeni albümü', 'Tarkan', 1],
    ['가수 아이유가 노래했다. 아이유의 노래, 아이유에게. 아이유진은 아니다.', '아이유', 3],
    ['昨日椎名林檎の歌を聴いた。椎名林檎さん', '椎名林檎', 2],
    ['เพลงของปาล์มมี่ดังมาก', 'ปาล์มมี่', 1],
    ['غنت فيروز، وفيروز لفيروز', 'فيروز', 3],
    ['שיר של עפרה חזה ועפרה חזה', 'עפרה חזה', 2],
  ]
  for (const [text, name, times] of cases) t.equal(countMentions(text, name), times, `${name} in ${text}`)
})

t.test('a name of signs is found, and a sign for "and" is like the word', async (t) => {
  const cases: [text: string, name: string, times: number][] = [
    ['!!! played at the hall. !!! are loud. What!!!! No!', '!!!', 2],
    ['Wow!!! Ура!!! (!!!) “!!!” バンド!!!の', '!!!', 3],
    ['††† by Crosses', '†††', 1],
    ['The band +/- and +/-', '+/-', 2],
    [
      'Simon and Garfunkel, Simon & Garfunkel, Simon&Garfunkel, Simon und Garfunkel; Simon, Garfunkel',
      'Simon & Garfunkel',
      4,
    ],
    ['Florence & The Machine, Florence + the machine', 'Florence and the Machine', 2],
    ['Earth, Wind and Fire', 'Earth, Wind & Fire', 1],
    ['And also the trees; Brand also the trees', 'And Also the Trees', 1],
    ['the band And played, and sand', 'And', 2],
    ['Wind and fire', 'Earth, Wind & Fire', 0],
  ]
  for (const [text, name, times] of cases) t.equal(countMentions(text, name), times, `${name} in ${text}`)
})
