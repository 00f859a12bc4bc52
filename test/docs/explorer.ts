import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import type { Loose } from '../support/test-context.ts'

/**
 * A whole sitting by clicking in Swagger UI: each request is the contract's example with values of the responses
 * before.
 */
export async function holdSittingByClicking(page: Page, base: string, token: string, artistId: string) {
  await page.goto(`${base}/docs`)
  await authorize(page, token)
  await page.reload()
  await page.locator('.auth-wrapper .authorize.locked').waitFor()

  const { session } = await tried(page, 'startInterviewSitting', {}, (example) => example)
  assert.equal(session.state, 'active')
  const memory = await tried(page, 'readInterviewMemory', { sitting: session.sitting })
  await looked(page, 'memory')
  const { question } = await tried(page, 'offerInterviewQuestion', { sessionId: session.id }, (example) => ({
    ...example,
    memorySnapshotId: memory.snapshotId,
  }))
  assert.equal(question.references[0].quote, 'were never meant to be heard')
  const answer = '  “Heard?” By whom 😀?\n'
  const saved = await tried(page, 'saveInterviewAnswer', { answerId: question.id }, () => ({
    expectedRevision: question.revision,
    answer,
  }))
  assert.equal(saved.question.answer, answer)
  await tried(page, 'finishInterviewSitting', { sessionId: session.id }, (example) => example)
  const read = await tried(page, 'restoreInterview', {})
  await looked(page, 'restored')
  await page.setViewportSize({ width: 390, height: 844 })
  await looked(page, 'phone')
  // Source text: it runs in the browser, whose types the tests do not have.
  const beyond = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  assert.ok(beyond <= 0, `on a phone the page is ${beyond} too wide`)

  const restored = await fetch(`${base}/api/artist/${artistId}/interview/session`, {
    headers: { authorization: `Bearer ${token}` },
  })
  assert.deepEqual([read.session.id, read.session.state], [session.id, 'finished'])
  assert.deepEqual(read, await restored.json(), 'the page shows what is saved')
}

async function authorize(page: Page, token: string) {
  await page.locator('.auth-wrapper .authorize').click()
  const scheme = page.locator('.auth-container', { hasText: 'accessToken' })
  // As a user who pastes it without checking which box has the focus.
  await scheme.locator('input:focus').waitFor()
  await page.keyboard.insertText(token)
  await looked(page, 'authorize')
  await scheme.getByRole('button', { name: 'Apply credentials' }).click()
  await page.getByRole('button', { name: 'Close' }).last().click()
}

/** Fills in, executes, and reads the response from the page. */
async function tried(
  page: Page,
  id: string,
  parameters: Record<string, unknown>,
  body?: (example: Loose) => unknown,
): Promise<Loose> {
  const block = page.locator(`[id$="-${id}"].opblock`)
  if (!(await block.getAttribute('class'))?.includes('is-open')) await block.locator('.opblock-summary-control').click()
  for (const [name, value] of Object.entries(parameters))
    await block.locator(`tr[data-param-name="${name}"] input`).fill(String(value))
  if (body !== undefined) {
    const field = block.locator('textarea.body-param__text')
    await field.fill(JSON.stringify(body(JSON.parse(await field.inputValue())), null, 2))
  }
  await block.getByRole('button', { name: 'Execute' }).click()
  const answer = block.locator('.live-responses-table')
  const status = await readStatus(answer)
  const shown = await answer.locator('.highlight-code code').first().textContent()
  assert.equal(status, '200', `${id}: ${shown}`)
  return JSON.parse(shown ?? '')
}

const readStatus = async (answer: Locator) =>
  /\d{3}/.exec((await answer.locator('tbody .response-col_status').first().textContent()) ?? '')?.[0]

/** Stores a screenshot: SCREENSHOTS names the folder. */
async function looked(page: Page, name: string) {
  const folder = process.env.SCREENSHOTS
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) })
}
