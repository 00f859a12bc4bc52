import t from 'tap'
import { getGuides } from '#src/http/docs/guides/page.ts'
import { createTestContext } from '../support/test-context.ts'

const { app } = await createTestContext(t)
const { guides } = await getGuides()
const read = (host: string) => app.inject({ url: '/llms.txt', headers: { host } })
const targets = (text: string) => [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): ./gm)].map(([, target = '']) => target)

t.test('/llms.txt has the form of llmstxt.org: a title, a summary, and lists of links under headings', async (t) => {
  const answer = await read('sittings.example')
  t.match(answer, { statusCode: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  const [title, , summary, , ...rest] = answer.payload.split('\n')
  t.match(title, /^# \S/)
  t.match(summary, /^> \S/)
  t.notMatch(rest.join('\n'), /^# /m, 'one title')
  const [, ...sections] = rest.join('\n').split(/^## /m)
  t.same(
    sections.map((section) => section.split('\n')[0]),
    ['Contract', 'Guides', 'Tools', 'Packages', 'Optional'],
  )
  for (const section of sections) t.ok(targets(section).length > 0, section)
})

t.test('each link of /llms.txt is answered, and every guide is among them', async (t) => {
  const found = targets((await read('sittings.example')).payload)
  for (const target of found) {
    t.ok(target.startsWith('http://sittings.example/'), target)
    const { statusCode, headers } = await app.inject(new URL(target).pathname)
    t.equal(statusCode, 200, target)
    t.match(headers['content-type'], /^(text\/markdown|application\/(json|yaml|toml|gzip))/, target)
  }
  for (const { name } of guides) t.ok(found.includes(`http://sittings.example/guides/${name}.md`), name)
})

t.test('a Host of another form is not repeated: the links are relative to the address', async (t) => {
  for (const host of ['a;b', '*', '[x](y)']) {
    const found = targets((await read(host)).payload)
    t.ok(found.length > 10)
    t.ok(
      found.every((target) => target.startsWith('/')),
      host,
    )
  }
})
