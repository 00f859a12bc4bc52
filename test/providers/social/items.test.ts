import t from 'tap'
import type { SocialProfile } from '#src/research/providers/social/index.ts'
import { filterOwnPosts } from '#src/research/providers/social/items.ts'
import { buildInstagramItem } from './apify-server.ts'

const on = (platform: SocialProfile['platform']): SocialProfile => ({ platform, handle: 'MaraQuill' })

t.test('a post of Instagram is read, whatever the case of its owner', async (t) => {
  t.strictSame(filterOwnPosts(on('instagram'), [buildInstagramItem('A1', { ownerUsername: 'maraquill' })]), [
    {
      platform: 'instagram',
      postId: 'A1',
      url: 'https://www.instagram.com/p/A1/',
      publishedAt: '2026-02-03T18:20:00.000Z',
      caption: 'Words of A1',
      captionTruncated: false,
      tracks: [],
    },
  ])
})

t.test('posts of others, posts without an owner, and items that are no posts are skipped', async (t) => {
  const items = [
    buildInstagramItem('A1', { ownerUsername: 'fanpage' }),
    buildInstagramItem('A2', { ownerUsername: undefined }),
    buildInstagramItem('A3', { url: 'javascript:alert(1)' }),
    buildInstagramItem('A4', { url: 'https://user:secret@instagram.com/p/A4' }),
    buildInstagramItem('', { id: undefined }),
    { error: 'not_found', errorDescription: 'Post does not exist' },
    null,
    'text',
    7,
    [buildInstagramItem('A5')],
  ]
  t.same(filterOwnPosts(on('instagram'), items), [])
})

t.test('on X reposts and replies to others are skipped; a thread is read', async (t) => {
  const tweet = (id: string, more: Record<string, unknown> = {}) => ({
    type: 'tweet',
    id,
    url: `https://x.com/maraquill/status/${id}`,
    text: `Words ${id}`,
    createdAt: 'Tue Feb 03 18:20:00 +0000 2026',
    author: { userName: 'maraquill' },
    ...more,
  })
  const items = [
    tweet('1'),
    tweet('2', { isRetweet: true }),
    tweet('3', { text: 'RT @brack: new record' }),
    tweet('4', { isReply: true, inReplyToUsername: 'brack' }),
    tweet('5', { isReply: true, inReplyToUsername: 'MaraQuill', fullText: 'The whole of it' }),
    tweet('6', { author: { userName: 'brack' } }),
    { noResults: true },
  ]
  const posts = filterOwnPosts(on('x'), items)
  t.same(
    posts.map(({ postId, caption }) => [postId, caption]),
    [
      ['1', 'Words 1'],
      ['5', 'The whole of it'],
    ],
  )
  t.equal(posts[0]?.publishedAt, '2026-02-03T18:20:00.000Z')
})

t.test('what X escapes in a text is read as it was written, once', async (t) => {
  const texts = {
    'R&amp;B night, 3 &lt; 4 &gt; 2': 'R&B night, 3 < 4 > 2',
    '&amp;amp; and &amp;lt;b&amp;gt;': '&amp; and &lt;b&gt;',
    'R&B, &quot;x&quot; &#39;y&#39; &copy;': 'R&B, &quot;x&quot; &#39;y&#39; &copy;',
    'Q&amp;A &amp': 'Q&A &amp',
  }
  for (const [fullText, caption] of Object.entries(texts)) {
    const item = { id: '1', url: 'https://x.com/mara/status/1', author: { userName: 'maraquill' }, fullText }
    t.equal(filterOwnPosts(on('x'), [item])[0]?.caption, caption)
  }
  const post = buildInstagramItem('A', { caption: 'R&amp;B' })
  t.equal(filterOwnPosts(on('instagram'), [post])[0]?.caption, 'R&amp;B', 'Instagram escapes nothing')
})

t.test('a video of TikTok has the subtitles of its own speech, and no machine translation', async (t) => {
  const item = {
    id: '7',
    text: 'On the stairs',
    createTimeISO: '2026-02-03T18:20:00.000Z',
    webVideoUrl: 'https://www.tiktok.com/@maraquill/video/7',
    authorMeta: { name: 'maraquill' },
    videoMeta: {
      subtitleLinks: [
        {
          language: 'eng-US',
          source: 'ASR',
          tiktokLink: 'https://v16.example/sub1',
          downloadLink: 'https://api.example/s1',
        },
        { language: 'deu-DE', source: 'MT', tiktokLink: 'https://v16.example/sub2' },
        { language: 'fra-FR', source: 'ASR', tiktokLink: 'file:///etc/passwd' },
      ],
    },
  }
  const [post, ...others] = filterOwnPosts(on('tiktok'), [item, { ...item, isRepost: true }])
  t.same(post?.tracks, [{ language: 'eng-US', form: null, url: 'https://api.example/s1' }])
  t.same(others, [])
})

t.test('a transcript in the post is a track of its own', async (t) => {
  const items = [
    buildInstagramItem('A1', { transcript: 'I asked them to play it.' }),
    buildInstagramItem('A2', { transcript: [{ text: 'One' }, { text: 'two' }] }),
    buildInstagramItem('A3', { transcript: '  ' }),
    buildInstagramItem('A4', { transcript: [{ text: 'One' }] }),
  ]
  t.same(
    filterOwnPosts(on('instagram'), items).map(({ tracks }) => tracks),
    [
      [{ language: null, form: null, text: 'I asked them to play it.' }],
      [{ language: null, form: 'json', text: '[{"text":"One"},{"text":"two"}]' }],
      [],
      [{ language: null, form: 'json', text: '[{"text":"One"}]' }],
    ],
  )
})

t.test(
  'a text is stored unchanged except characters that cannot be stored, and a long one is cut and marked so',
  async (t) => {
    const long = `${'a'.repeat(49_999)}😀b`
    const items = [
      buildInstagramItem('A1', { caption: 'é\u0301\u0000 \ud800 ok' }),
      buildInstagramItem('A2', { caption: long }),
    ]
    const [odd, cut] = filterOwnPosts(on('instagram'), items)
    t.equal(odd?.caption, 'é\u0301 \ufffd ok')
    t.match(cut, { caption: 'a'.repeat(49_999), captionTruncated: true })
  },
)

t.test('an impossible date is none', async (t) => {
  const dates = ['soon', 17, '9999-01-01', { at: 1 }].map((timestamp, at) =>
    buildInstagramItem(`A${at}`, { timestamp }),
  )
  t.same(
    filterOwnPosts(on('instagram'), dates).map(({ publishedAt }) => publishedAt),
    [null, null, null, null],
  )
})
