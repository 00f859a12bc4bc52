import { globSync, readFileSync } from 'node:fs'
import t from 'tap'
import { openBrowser } from '../support/browser.ts'

t.test('a browser knows every declaration of every style', async (t) => {
  const texts = globSync('{src,plugins}/**/*.{ts,css}').flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    return path.endsWith('.css')
      ? [text]
      : [...text.matchAll(/[sS]tyles = `([^`]*)`/g)].map(([, styles = '']) => styles)
  })
  t.ok(texts.length >= 5, `${texts.length} style sheets`)
  const declarations = texts.flatMap(
    (text) => text.replaceAll(/\/\*[\s\S]*?\*\//g, '').match(/(?<=[{;]\s*)[\w-]+:[^;{}]+(?=[;}])/g) ?? [],
  )
  t.ok(declarations.length > 300, `${declarations.length} declarations`)
  const page = await (await openBrowser(t)).newPage()
  // Source text: it runs in the browser, whose types the tests do not have.
  const unknown = `${JSON.stringify(declarations)}.filter((declaration) => !CSS.supports('(' + declaration + ')'))`
  t.same(await page.evaluate(unknown), [])
})
