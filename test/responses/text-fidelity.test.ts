import t from 'tap'
import { assembled, memoryOf } from '../memory/memory.ts'
import { begun } from '../sessions/interview.ts'
import { type Loose, newWorld } from '../support/world.ts'
import { randomFrom, seed } from '../text/seed.ts'
import { anyText, anyUnits } from '../text/strings.ts'
import { everything, responsesOf, walk } from './answers.ts'

/** Some seconds' worth: the proof "fidelity" runs the long road over HTTP. */
const strings = Number(process.env.FIDELITY_STRINGS ?? 300)
/** One in so many is the first answer of a question, the others are its revises. */
const revisesEach = 10
/** Each takes three requests or more: far more than they need on a busy machine. */
t.setTimeout(60_000 + 120 * strings)

t.test(
  `${strings} generated texts come back byte for byte through save, revise, versions, memory and history`,
  async (t) => {
    t.comment(`SEED=${seed}`)
    const random = randomFrom(seed)
    const world = await newWorld(t)
    const { revise, versions } = responsesOf(world)
    const { memory, history } = memoryOf(world)
    const { start, finish, offer, answer, about, ...sitting } = await begun(world)
    let { session } = sitting
    let question: Loose
    let said: string[] = []
    const wrong: Loose[] = []
    const differs = (where: string, sent: string, came: unknown) => came !== sent && wrong.push({ where, sent, came })

    async function ask(n: number) {
      const ordinal = 1 + (Math.floor(n / revisesEach) % 3)
      if (ordinal === 1 && n > 0) {
        await finish(session)
        session = (await start()).body.session
      }
      question = (await offer(session, ordinal, about)).body.question
      said = []
    }

    for (let n = 0; n < strings && wrong.length === 0; n += 1) {
      const text = anyAnswer(random)
      // The same text once more as a note, which is held to the same and to 400 characters.
      const note = [...text].slice(0, 400).join('')
      if (n % revisesEach === 0) await ask(n)
      // The saved wording again makes no version.
      if (text === said[0]) continue
      const isFirst = said.length === 0
      const saved = isFirst
        ? (await answer(question, text)).body.question
        : (await revise(question.id, { expectedRevision: question.revision, answer: text, note })).body.response
      differs(isFirst ? 'the saved answer' : 'the revised answer', text, saved?.answer)
      question.revision = saved?.revision
      said.unshift(text)

      const [latest] = assembled(await walk((query) => memory({ ...query, sitting: session.sitting, maxChars: 1000 })))
      differs('the memory', text, latest?.texts.answer)
      const [newest] = assembled(
        await walkFirst((query) => history({ ...query, kind: 'answers', limit: 1, maxChars: 1000 })),
      )
      differs('the history', text, newest?.texts.answer)
      if (said.length < revisesEach) continue
      const kept = (await walk((query) => versions(question.id, { ...query, limit: 7 }))).flatMap(
        (page) => page.versions,
      )
      for (const [at, sent] of said.entries()) differs(`version ${at}`, sent, kept[at]?.response.answer)
      const firstNote = kept[0]?.note
      differs('the note', note, firstNote)
    }
    t.strictSame(wrong, [], 'not one differs')

    /** The pages that show the first entry, which may be long; the rest of the history is another test's. */
    async function walkFirst(read: (query: Record<string, string>) => Promise<Loose>) {
      const pages: Loose[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body }: Loose = await read(cursor === '' ? {} : { cursor })
        const first = body.entries[0]?.entryId
        if (pages.length > 0 && first !== pages[0].entries[0].entryId) break
        pages.push(body)
        cursor = body.budget.nextCursor
      }
      return pages
    }
  },
)

t.test(
  'every text that cannot be stored exactly is refused by the name of its field, and changes nothing',
  async (t) => {
    t.comment(`SEED=${seed}`)
    const random = randomFrom(seed)
    const world = await newWorld(t)
    const { revise } = responsesOf(world)
    const { offer, answer, about, session } = await begun(world)
    const { question: open } = (await offer(session, 1, about)).body
    const { question } = (await answer(open, 'As it was.')).body
    const before = await everything(world)
    const passed: Loose[] = []
    async function refuses(field: string, body: object) {
      const { status, body: refusal } = await revise(question.id, { expectedRevision: question.revision, ...body })
      if (status !== 400 || !refusal.error.startsWith(`${field}: `)) passed.push({ body, status, refusal })
    }
    for (let n = 0; n < strings / 5; n += 1) {
      const text = withFlaw(random)
      await refuses('answer', { answer: text })
      await refuses('note', { answer: 'Fine.', note: text })
    }
    for (const blank of [' ', '\t\r\n', '\u3000\u2003\u00a0', '\u2028\u0085'])
      await refuses('answer', { answer: blank })
    t.strictSame(passed, [], 'none passes')
    t.strictSame(await everything(world), before)
  },
)

t.test('bytes that are no UTF-8 are refused before they are read as a text', async (t) => {
  const world = await newWorld(t)
  const { offer, answer, about, session } = await begun(world)
  const { question: open } = (await offer(session, 1, about)).body
  const { question } = (await answer(open, 'As it was.')).body
  const before = await everything(world)
  const [head, tail] = JSON.stringify({ expectedRevision: question.revision, answer: 'a|b' }).split('|')
  for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80]]) {
    const response = await world.app.inject({
      method: 'PATCH',
      url: `/api/artist/${world.artistId}/interview/responses/${question.id}`,
      headers: { authorization: `Bearer ${await world.token('owner')}`, 'content-type': 'application/json' },
      payload: Buffer.concat([Buffer.from(head ?? ''), Buffer.from(bytes), Buffer.from(tail ?? '')]),
    })
    t.match([response.statusCode, response.json().code], [400, 'invalid_request'], Buffer.from(bytes).toString('hex'))
  }
  t.strictSame(await everything(world), before)
})

type Random = ReturnType<typeof randomFrom>

/**
 * A valid answer: any length up to 2,000 characters, never of white space alone, composed and decomposed forms side by
 * side.
 */
function anyAnswer(random: Random): string {
  const text = anyText(random, random.below(8) === 0 ? 1_200 : 30)
  const form = random.pick(['NFC', 'NFD', 'NFKC', undefined] as const)
  const whole = `${form === undefined ? text : text.normalize(form)}${random.pick(['é', 'e\u0301', '.', '\u{1fffe}'])}`
  return [...whole].slice(-2_000).join('')
}

/** A text with half a pair or U+0000 somewhere in it. */
function withFlaw(random: Random): string {
  const units = anyUnits(random)
  const flaw = random.pick(['\u0000', '\ud800', '\udfff', '\ude00\ud83d'])
  return units.isWellFormed() && !units.includes('\u0000')
    ? `${anyText(random, 5)}${flaw}.${anyText(random, 5)}`
    : `x${units}`
}
