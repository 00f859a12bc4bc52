import { type Case, cases } from './bytes.ts'
import { converse, findFlaw } from './converse.ts'

/** Sends each of the cases on a connection of its own, some at a time; returns in words the unexpected responses. */
export async function sendCases(base: string): Promise<{ sent: number; flaws: string[] }> {
  const waiting = [...cases]
  const flaws: string[] = []
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const flaw = await sendAndFindFlaw(base, one)
      if (flaw !== undefined) flaws.push(`${one.name}: ${flaw}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return { sent: cases.length, flaws }
}

/** A client that is refused while it is still sending may be reset before it has read why (RFC 9112, section 9.6). */
const isLong = (bytes: Case['bytes']) => [bytes].flat().join('').length > 16_384

async function sendAndFindFlaw(base: string, { bytes, statuses }: Case): Promise<string | undefined> {
  const { answers, rest, isClosed } = await converse(base, bytes)
  if (!isClosed) return 'the connection is still open'
  if (rest !== '') return `something that is no answer: ${rest.slice(0, 200)}`
  const [answer] = answers
  if (answer === undefined) return isLong(bytes) ? undefined : 'no answer'
  if (answers.length > 1) return `${answers.length} answers`
  const isExpected = statuses.includes(answer.status)
  return (
    findFlaw(answer) ??
    (isExpected ? undefined : `${answer.status}, and not ${statuses.join(' or ')}: ${answer.body.slice(0, 200)}`)
  )
}
