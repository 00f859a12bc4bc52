import fc from 'fast-check'

/* Pages, caption files, posts and search results as their specifications have them; `flipped` breaks their bytes. */

const words = fc.constantFrom(
  ...['organ', 'Mara Quill', 'Straße', '1961', '言葉', 'كتاب', '&amp;'],
  ...['&eacute;', '🎹', 'a < b', '"so"', '\u00ad', 'x\u0301'],
)
const text = fc.array(words, { maxLength: 12 }).map((parts) => parts.join(' '))
const element = fc.constantFrom(
  ...'p div b sup sub article section table tr td ruby rt del ins a-b slot math mfrac mn msup'.split(' '),
  ...'svg title script pre ul li aside'.split(' '),
  'template shadowrootmode=open',
  'time itemprop=datePublished datetime=2024-03-05',
)
const { node } = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    text,
    fc.tuple(element, fc.array(tie('node'), { maxLength: 5 }), fc.boolean()).map(([tag, content, isClosed]) => {
      const name = tag.split(' ')[0]
      return `<${tag}>${content.join('')}${isClosed ? `</${name}>` : ''}`
    }),
    fc.constantFrom(
      '<br>',
      '<br/>',
      '<![CDATA[x]]>',
      '<!-- y -->',
      '<meta http-equiv=refresh content="0;url=/z">',
      '<base href="/en/">',
    ),
  ),
}))
export const page = fc
  .tuple(
    fc.constantFrom(
      '<!doctype html>',
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body>',
      '',
    ),
    fc.array(node, { maxLength: 8 }),
  )
  .map(([head, nodes]) => head + nodes.join(''))

const time = fc.constantFrom('00:00:01,000', '00:01.000', '1:02:03.5', '0:00:02.000', '99:99', '')
const arrow = fc.constantFrom(' --> ', ' -> ', '–>', ' --&gt; ', ',')
const lineEnd = fc.constantFrom('\n', '\r\n', '\r\r\n', '\r', '\n\n')
const line = fc.oneof(
  text,
  fc.tuple(time, arrow, time).map((parts) => parts.join('')),
  fc.tuple(time, text).map(([at, said]) => `[${at}]${said}`),
  text.map((said) => `Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\i1}${said}\\N${said}`),
  text.map((said) => `<p begin="1s"><v Mara>${said}</v></p>`),
  fc.constantFrom(
    '1',
    'NOTE x',
    'STYLE',
    '[Events]',
    '<tt><body><div>',
    '</div></body></tt>',
    '{"segments":[{"text":"x"}]}',
  ),
)
export const captions = fc
  .tuple(
    fc.constantFrom('WEBVTT\n\n', '', '\uFEFF', '<tt>', '[ti:x]\n', '['),
    fc.array(
      fc.tuple(line, lineEnd).map((parts) => parts.join('')),
      { maxLength: 30 },
    ),
  )
  .map(([head, lines]) => head + lines.join(''))

/** Bytes of a text set to others; what is no UTF-8 by then is replaced, as a lenient reader would. */
export const flipped = (source: fc.Arbitrary<string>) =>
  fc.tuple(source, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 })).map(([whole, flips]) => {
    const bytes = Buffer.from(whole)
    for (const [at, byte] of flips) if (bytes.length > 0) bytes[at % bytes.length] = byte
    return bytes.toString('utf8')
  })

const json = (strings: fc.Arbitrary<string>) =>
  fc.oneof(strings, strings, fc.constantFrom(null, 7, true, [], {}, ['x'], { text: 'x' }))
const [said, broken, address] = [json(text), json(flipped(text)), json(fc.webUrl())]
export const item = fc.record(
  {
    ...{ id: said, shortCode: said, desc: said, createdAt: said, createTime: said },
    ...{ caption: broken, fullText: broken, text: broken, url: address, webVideoUrl: address },
    ...{ title: json(flipped(page)), content: json(flipped(page)), transcript: json(flipped(captions)) },
    ownerUsername: fc.constantFrom('mara', '@Mara', null),
    author: fc.constantFrom({ userName: 'mara' }, 'mara', null),
    authorMeta: fc.constant({ name: 'mara' }),
    timestamp: json(fc.constantFrom('2026-02-03T18:20:00Z', '2026-02-30', '')),
  },
  { requiredKeys: [] },
)
