import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { createInterviewClient, type InterviewContext } from '../sessions/interview.ts'
import { buildCitation, type Loose } from '../support/test-context.ts'

/** The environment of a story: the page of a signed-in claimant, and the service that the test inspects. */
export type ConsoleContext = InterviewContext & { page: Page; base: string }

export const passage =
  'She said “we kept the first take”, and then she laughed 😀. The bell on the record is real. It was not rung twice.'
export const cited = 'The bell on the record is real.'

const typed = '  The bell?\nIt is real 😀 — “twice”. '

export const goTo = async (
  { page, base, artistId }: Pick<ConsoleContext, 'page' | 'base' | 'artistId'>,
  view: string,
) => {
  await page.goto(`${base}/console#/${artistId}/${view}`)
  await page.locator('h1').waitFor()
}

/** Presses Tab until the wanted element has the focus, as a user without a pointer does. */
export async function tabTo(page: Page, role: string, name: string | RegExp): Promise<void> {
  const target = page.getByRole(role as 'button', { name }).first()
  await target.waitFor()
  for (let at = 0; at < 150; at += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`No Tab leads to the ${role} “${name}”`)
}

/** Waits until the element has the focus without a key being pressed. */
export const waitForFocus = (page: Page, role: string, name: string) =>
  page
    .getByRole(role as 'button', { name })
    .and(page.locator(':focus'))
    .waitFor()

const press = async (page: Page, role: string, name: string | RegExp) => {
  await tabTo(page, role, name)
  await page.keyboard.press('Enter')
}

/** A whole sitting without a pointer: found, marked, asked, answered, skipped, finished; and what the service saved. */
export async function holdSittingByKeyboard(context: ConsoleContext) {
  const { page, artistId } = context
  const source = await context.addSource(passage)
  const artists = context.db.selectFrom('artists').select('name').where('id', '=', artistId)
  await press(page, 'link', (await artists.executeTakeFirstOrThrow()).name)
  await press(page, 'button', 'Start a sitting')
  await waitForFocus(page, 'textbox', 'The question')
  await tabTo(page, 'searchbox', 'Search the evidence')
  await page.keyboard.type('bell record')
  await page.keyboard.press('Enter')
  await press(page, 'button', 'Open in its text')
  await waitForFocus(page, 'group', 'Text of')
  const picked = page.locator('.picked')
  for (let at = 0; at < 6 && (await picked.innerText()) !== `Marked: ${cited}`; at += 1)
    await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Cited passages' }).waitFor()
  await tabTo(page, 'textbox', 'The question')
  await page.keyboard.type('Who rang the bell that is on the record?')
  await page.keyboard.press('Control+Enter')
  await waitForFocus(page, 'textbox', 'Your answer')
  // Inserted as one piece: a keyboard has no key for some of it.
  await page.keyboard.insertText(typed)
  await press(page, 'button', 'Save the answer')
  await page.getByText('✓ Saved').first().waitFor()
  await waitForFocus(page, 'textbox', 'The question')
  await press(page, 'button', 'Finish the sitting')
  await press(page, 'button', 'Not yet')
  await waitForFocus(page, 'button', 'Finish the sitting')
  await press(page, 'button', 'Finish the sitting')
  await press(page, 'button', /^Finish$/)
  await waitForFocus(page, 'heading', 'Lore')
  const { session }: Loose = (await createInterviewClient(context).restore()).body
  assert.equal(session.state, 'finished')
  assert.equal(session.questions[0].answer, typed, 'the answer is saved as typed')
  const reference = buildCitation(source, cited)
  assert.deepEqual(
    session.questions[0].references,
    [reference],
    'the window and the quote are those of the stored text',
  )
}

/**
 * A revision started from a wording that another device replaces: both are shown, and the own one is saved on request.
 */
export async function reviseInConflict(context: ConsoleContext) {
  const { page, artistId, call } = context
  const path = `/api/artist/${artistId}/interview/responses`
  const { id, answer, revision }: Loose = (await call('owner', 'GET', path)).body.responses[0]
  await goTo(context, 'answers')
  await page.getByRole('button', { name: 'Revise' }).first().click()
  const field = page.getByLabel('New wording')
  await field.fill('The bell was mine, and I rang it once.')
  const elsewhere = 'The bell was hers.'
  await call('owner', 'PATCH', `${path}/${id}`, { expectedRevision: revision, answer: elsewhere })
  await page.getByRole('button', { name: 'Save the new wording' }).click()
  const conflict = page.getByRole('alert', { name: 'Two wordings' })
  await conflict.waitFor()
  const shown = await conflict.innerText()
  assert.ok(
    shown.includes(elsewhere) && shown.includes('The bell was mine, and I rang it once.'),
    'both wordings are shown',
  )
  assert.ok(
    (await conflict.locator('ins').count()) > 0 && (await conflict.locator('del').count()) > 0,
    'with a word diff',
  )
  assert.equal(
    (await call('owner', 'GET', `${path}/${id}`)).body.response.answer,
    elsewhere,
    'nothing is overwritten unasked',
  )
  await page.getByRole('button', { name: 'Save mine as a revision' }).click()
  const versions = page.getByRole('list', { name: 'Versions, the newest first' }).locator('> li')
  await versions.nth(2).waitFor()
  assert.equal(await versions.count(), 3)
  assert.match(await versions.first().innerText(), /current/)
  assert.equal(await versions.last().locator('.quoted').textContent(), answer, 'the first wording is unchanged')
}

/** The network fails, then the service; typed text survives a reload, and is saved in the end. */
export async function answerWithoutNetwork(context: ConsoleContext) {
  const { page } = context
  const interview = createInterviewClient(context)
  const { session }: Loose = (await interview.start()).body
  const source = await context.addSource(passage)
  const reference = buildCitation(source, cited)
  const offered: Loose = (await interview.offer(session, 1, reference)).body.question
  await goTo(context, 'sitting')
  const field = page.getByLabel('Your answer')
  await field.fill(typed)
  await page.context().setOffline(true)
  await page.getByText('You are offline').waitFor()
  await page.getByRole('button', { name: 'Save the answer' }).click()
  await page.getByText('✗ Not saved').waitFor()
  await page.locator('.failure:focus').waitFor()
  assert.equal(await field.inputValue(), typed)
  await page.context().setOffline(false)
  await page.reload()
  assert.equal(await field.inputValue(), typed, 'what was typed is there after a reload')
  const refused = {
    status: 'error',
    code: 'persistence_unavailable',
    error: 'Storage is unavailable; try again and assume nothing',
  }
  await page.route('**/interview/answers/*', (route) =>
    route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json: refused }),
  )
  await page.getByRole('button', { name: 'Save the answer' }).click()
  await page.getByText('Storage is unavailable').waitFor()
  assert.equal(await field.inputValue(), typed)
  await page.unroute('**/interview/answers/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.ok', { hasText: '✓ Saved' }).first().waitFor()
  const saved: Loose = (await interview.restore()).body.session.questions[0]
  assert.deepEqual([saved.id, saved.answer], [offered.id, typed])
  assert.equal(await page.evaluate('Object.keys(localStorage).length'), 0, 'a saved draft is kept no longer')
}
