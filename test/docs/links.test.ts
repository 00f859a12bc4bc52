import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = new URL('../../', import.meta.url)
const tracked = spawnSync('git', ['ls-files', '-z', '--', '*.md'], { cwd: fileURLToPath(root), encoding: 'utf8' })
const skip = tracked.status === 0 ? false : 'this is no checkout of git: the files cannot be listed'

/** As GitHub makes an anchor of a heading. */
const buildAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const withoutCode = (text: string) =>
  text
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.slice(1, -1).replaceAll(/[[\]()]/g, ''))

t.test(
  'every link of the documents targets an existing file, and an existing heading where it names one',
  { skip },
  async (t) => {
    const documents = tracked.stdout.split('\0').filter((path) => path !== '')
    let links = 0
    for (const path of documents) {
      const from = new URL(path, root)
      for (const [, target = ''] of withoutCode(readFileSync(from, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(target)) continue
        links += 1
        const to = new URL(target, from)
        const anchor = decodeURIComponent(to.hash.slice(1))
        to.hash = ''
        t.ok(existsSync(to), `${path}: ${target}`)
        if (anchor === '' || !existsSync(to)) continue
        const headings = [...withoutCode(readFileSync(to, 'utf8')).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) =>
          buildAnchor(text),
        )
        t.ok(headings.includes(anchor), `${path}: ${target}`)
      }
    }
    t.ok(links > 20, `${links} links in ${documents.length} documents`)
  },
)
