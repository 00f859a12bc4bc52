import t from 'tap'
import { listProfileLinks, parseProfile } from '#src/research/social/profiles.ts'
import { addCandidate } from '../evidence/discoveries.ts'
import { createTestContext } from '../support/test-context.ts'

t.test('a profile is recognised by whichever of its addresses', async (t) => {
  const addresses = {
    'instagram/ada.reed': [
      'https://www.instagram.com/ada.reed/',
      'https://instagram.com/ada.reed/reels/',
      'https://de-de.instagram.com/ada.reed/',
      'https://m.instagram.com/ada.reed?hl=de&igsh=abc',
      'http://instagr.am/ada.reed',
      'https://www.instagram.com/ada.reed/tagged/',
      'https://www.instagram.com/_u/ada.reed',
    ],
    'x/ada_reed': [
      'https://x.com/ada_reed/media',
      'https://twitter.com/ada_reed/with_replies?lang=en',
      'https://mobile.twitter.com/ada_reed',
      'https://twitter.com/#!/ada_reed',
      'https://twitter.com/intent/user?screen_name=ada_reed',
      'https://x.com/@ada_reed',
      'https://x.com/ada_reed/verified_followers',
      'https://x.com/ada_reed/affiliates',
    ],
    'tiktok/adareed': [
      'https://www.tiktok.com/@adareed?lang=de',
      'https://m.tiktok.com/%40adareed',
      'https://www.tiktok.com/@adareed/live',
    ],
  }
  for (const [profile, urls] of Object.entries(addresses)) {
    const [platform, handle] = profile.split('/')
    for (const url of urls) t.same(parseProfile(url), { platform, handle }, url)
  }
})

t.test('an address of something else is no profile', async (t) => {
  for (const url of [
    'https://www.instagram.com/p/C1/',
    'https://www.instagram.com/ada.reed/p/C1/',
    'https://www.instagram.com/reels/C1/',
    'https://www.instagram.com/reel/C1/',
    'https://www.instagram.com/explore/tags/organ/',
    'https://x.com/ada_reed/status/1',
    'https://x.com/i/user/1',
    'https://x.com/search?q=ada',
    'https://twitter.com/intent/tweet?text=x',
    'https://www.tiktok.com/@adareed/video/1',
    'https://www.tiktok.com/adareed',
    'https://instagram.com.evil.example/ada.reed',
    'https://notinstagram.com/ada.reed',
    'https://constructor/ada',
    'no address',
  ])
    t.equal(parseProfile(url), undefined, url)
})

t.test(
  'the artist’s own pages are those linked, then those approved, the oldest first; a removed one is none',
  async (t) => {
    const context = await createTestContext(t)
    const [earlier, later] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'].map((at) => new Date(at))
    const place = (n: number, name: string) => ({
      id: `b7a0c3de-0000-4000-8000-00000000000${n}`,
      url: `https://x.com/${name}`,
      created_at: n === 1 ? (later as Date) : (earlier as Date),
    })
    for (const [n, name, state] of [
      [1, 'linked_3', 'linked'],
      [3, 'linked_2', 'linked'],
      [2, 'linked_1', 'linked'],
      [4, 'approved_0', 'removed'],
      [5, 'proposed', 'candidate'],
    ] as const) {
      const row = { ...place(n, name), artist_id: context.artistId, url_key: `x.com/${name}`, site_name: name }
      const decided_at = state === 'candidate' ? null : row.created_at
      await context.db
        .insertInto('artist_profiles')
        .values({ ...row, state, decided_at, origin: 'found' })
        .execute()
    }
    const approved = { destination: 'link', curation: 'approved', identity: 'confirmed' } as const
    for (const [n, name, columns] of [
      [1, 'approved_3', {}],
      [3, 'approved_2', {}],
      [2, 'approved_1', {}],
      [4, 'approved_0', {}],
      [5, 'read', { destination: 'lore' }],
      [6, 'waiting', { curation: 'pending' }],
    ] as const)
      await addCandidate(context, null, { ...approved, ...place(n, name), ...columns })
    const links = await listProfileLinks(context.db, context.artistId)
    const expected = ['linked_1', 'linked_2', 'linked_3', 'approved_1', 'approved_2', 'approved_3']
    t.same(
      links,
      expected.map((name) => `https://x.com/${name}`),
    )
  },
)
