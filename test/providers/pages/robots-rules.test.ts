import t from 'tap'
import { mayFetch, parseRules } from '#src/research/providers/pages/robots.ts'
import { runAtOnce } from '#src/text/time-slices.ts'

/** Whether a robots.txt lets this service fetch a path. */
const may = (robots: string, path: string) =>
  mayFetch(runAtOnce(parseRules(robots)), new URL(path, 'https://site.example'))

const groups = [
  ['nothing at all', '', true],
  ['everybody', 'User-agent: *\nDisallow: /', false],
  ['another crawler', 'User-agent: other\nDisallow: /', true],
  ['this service, whatever the case', 'user-AGENT: SITTINGS\ndisALLOW: /', false],
  ['a version after the name', 'User-agent: Sittings/0.1\nDisallow: /', false],
  ['a longer name', 'User-agent: Sittings-news\nDisallow: /', true],
  ['its own group, not that of everybody', 'User-agent: *\nDisallow: /\nUser-agent: sittings\nDisallow: /other', true],
  ['its own group, at any position', 'User-agent: sittings\nDisallow: /other\nUser-agent: *\nDisallow: /', true],
  ['its own group, though it has no rules', 'User-agent: *\nDisallow: /\nUser-agent: sittings\nDisallow:', true],
  [
    'several groups of the name, together',
    'User-agent: sittings\nAllow: /b\n\nUser-agent: x\nAllow: /\n\nUser-agent: sittings\nDisallow: /page',
    false,
  ],
  ['several names in one group', 'User-agent: x\nUser-agent: sittings\nUser-agent: y\nDisallow: /', false],
  ['names parted by an empty line', 'User-agent: sittings\n\nUser-agent: y\nDisallow: /', false],
  [
    'names parted by what is no rule',
    'User-agent: sittings\nSitemap: https://site.example/map\nCrawl-delay: 9\nUser-agent: y\nDisallow: /',
    false,
  ],
  ['a rule before any name', 'Disallow: /\nUser-agent: x\nAllow: /', true],
  ['lines that end in any way', 'User-agent: *\rDisallow: /x\r\nDisallow: /page\n', false],
  ['spaces and remarks', '  User-agent : *   # all\n\tDisallow :\t/page # not this', false],
  ['a line that says nothing', 'User-agent: *\nDisallow /page\n<html>\nDisallow: /page', false],
  ['an empty rule', 'User-agent: *\nDisallow:', true],
] as const

t.test('the rules for this service come from every group that names it, else from every group for all', async (t) => {
  for (const [title, robots, expected] of groups) t.equal(may(robots, '/page'), expected, title)
})

const rule = (path: string, expected: boolean, ...lines: string[]) => [path, expected, lines] as const

const paths = [
  rule('/', true, 'Disallow: /a'),
  rule('/a', false, 'Disallow: /a'),
  rule('/ab/c?d', false, 'Disallow: /a'),
  rule('/A', true, 'Disallow: /a'),
  rule('/example/page', true, 'Disallow: /example/', 'Allow: /example/page'),
  rule('/example/page', true, 'Allow: /example/page', 'Disallow: /example/'),
  rule('/example/page/no.gif', false, 'Allow: /example/page/', 'Disallow: /example/page/no.gif'),
  rule('/page', true, 'Disallow: /page', 'Allow: /page'),
  rule('/page', true, 'Allow: /page', 'Disallow: /page'),
  rule('/a.gif', false, 'Disallow: /*.gif$'),
  rule('/a.gif?b', true, 'Disallow: /*.gif$'),
  rule('/deep/er/a.gif.gif', false, 'Disallow: *.gif$'),
  rule('/exact', false, 'Disallow: /exact$'),
  rule('/exact/', true, 'Disallow: /exact$'),
  rule('/exact', false, 'Allow: /exact', 'Disallow: /exact$'),
  rule('/ab', true, 'Disallow: /ab*ab$'),
  rule('/abab', false, 'Disallow: /ab*ab$'),
  rule('/this/x/exact', false, 'Disallow: /this/*/exact'),
  rule('/this/exact', true, 'Disallow: /this/*/exact'),
  rule('/a?b=c', false, 'Disallow: /*?'),
  rule('/page', true, 'Disallow: page'),
  rule('/robots.txt', true, 'Disallow: /'),
  rule('/a', false, 'Disallow: *'),
  // The table of RFC 9309, section 2.2.2, and its characters with a special meaning, section 2.2.3.
  rule('/foo/bar?baz=quz', false, 'Disallow: /foo/bar?baz=quz'),
  rule('/foo/bar?baz=https%3A%2F%2Ffoo.bar', false, 'Disallow: /foo/bar?baz=https://foo.bar'),
  rule('/foo/bar?baz=https://foo.bar', false, 'Disallow: /foo/bar?baz=https%3A%2F%2Ffoo.bar'),
  rule('/foo/bar/%E3%83%84', false, 'Disallow: /foo/bar/ツ'),
  rule('/foo/bar/ツ', false, 'Disallow: /foo/bar/%e3%83%84'),
  rule('/foo/bar/baz', false, 'Disallow: /foo/bar/%62%61%7A'),
  rule('/foo/bar/%62%61%7a', false, 'Disallow: /foo/bar/baz'),
  rule('/a%2Fb', true, 'Disallow: /a/b'),
  rule('/path/file-with-a-*.html', false, 'Disallow: /path/file-with-a-%2A.html'),
  rule('/path/file-with-a-b.html', true, 'Disallow: /path/file-with-a-%2A.html'),
  rule('/path/foo-$', false, 'Disallow: /path/foo-%24'),
  rule('/a$b', false, 'Disallow: /a$b'),
  rule('/x?to=https://y', false, 'Disallow: /*https:'),
  rule('/x?sort=price,asc', false, 'Disallow: /*sort=price,asc'),
  rule('/x?as=/a/print', false, 'Disallow: /*/print'),
  rule('/x?filter[key]=c', false, 'Disallow: /*filter['),
] as const

t.test('the longest matching rule decides, and an escape equals its character', async (t) => {
  for (const [path, expected, lines] of paths) {
    t.equal(may(['User-agent: *', ...lines].join('\n'), path), expected, `${path} under ${lines.join(', ')}`)
  }
})

t.test('half a megabyte that is made to be slow is matched quickly', async (t) => {
  const path = `/${'a'.repeat(2_000)}b`
  const lines = (line: string) => `User-agent: *\n${`${line}\n`.repeat(Math.floor(500_000 / line.length))}`
  t.equal(may(lines(`Disallow: /${'*a'.repeat(900)}*c`), path), true)
  t.equal(may(lines(`Disallow: /*${'a'.repeat(1_000)}c`), path), true)
  t.equal(may(lines(`Disallow: /*c${'a'.repeat(1_000)}`), path), true)
  t.equal(may(`User-agent: *\nDisallow: /${'*'.repeat(500_000)}b$`, path), false)
})
