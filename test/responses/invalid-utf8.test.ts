import t from 'tap'
import { startSitting } from '../sessions/interview.ts'
import { createTestContext } from '../support/test-context.ts'
import { readAllRows } from './answers.ts'

t.test('bytes that are no UTF-8 are refused before they are read as a text', async (t) => {
  const context = await createTestContext(t)
  const { offer, answer, reference, session } = await startSitting(context)
  const { question: open } = (await offer(session, 1, reference)).body
  const { question } = (await answer(open, 'As it was.')).body
  const before = await readAllRows(context)
  const [head, tail] = JSON.stringify({ expectedRevision: question.revision, answer: 'a|b' }).split('|')
  for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80]]) {
    const response = await context.app.inject({
      method: 'PATCH',
      url: `/api/artist/${context.artistId}/interview/responses/${question.id}`,
      headers: { authorization: `Bearer ${await context.token('owner')}`, 'content-type': 'application/json' },
      payload: Buffer.concat([Buffer.from(head ?? ''), Buffer.from(bytes), Buffer.from(tail ?? '')]),
    })
    t.match([response.statusCode, response.json().code], [400, 'invalid_request'], Buffer.from(bytes).toString('hex'))
  }
  t.strictSame(await readAllRows(context), before)
})
