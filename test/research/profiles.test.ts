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
      'https://www.instagram.com/_u/ada.reed',
    ],
    'x/ada_reed': [
      'https://x.com/ada_reed/media',
      'https://twitter.com/ada_reed/with_replies?lang=en',
      'https://mobile.twitter.com/ada_reed',
      'https://twitter.com/#!/ada_reed',
      'https://twitter.com/intent/user?screen_name=ada_reed',
      'https://x.com/@ada_reed',
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
    'https://www.instagram.com/explore/tags/organ/',
    'https://x.com/ada_reed/status/1',
    'https://x.com/i/user/1',
    'https://x.com/search?q=ada',
    'https://twitter.com/intent/tweet?text=x',
    'https://www.tiktok.com/@adareed/video/1',
    'https://www.tiktok.com/adareed',
    'https://instagram.com.evil.example/ada.reed',
    'https://notinstagram.com/ada.reed',
    'https://help.instagram.com/ada.reed',
    'https://about.x.com/en',
    'no address',
  ])
    t.equal(parseProfile(url), undefined, url)
})

t.test('the artist’s own pages are those linked, then those approved, the oldest first; none is removed', async (t) => {
  const context = await createTestContext(t)
  const approved = { destination: 'link', curation: 'approved', identity: 'confirmed' } as const
  for (const n of [1, 3, 2, 4]) {
    const created_at = new Date(n === 1 ? '2026-01-02' : '2026-01-01')
    const place = { artist_id: context.artistId, id: `b7a0c3de-0000-4000-8000-00000000000${n}`, created_at }
    await addCandidate(context, null, { ...approved, ...place, url: `https://x.com/approved${n}` })
    const state = n === 4 ? 'removed' : 'linked'
    const row = { ...place, state, origin: 'found', decided_at: created_at, site_name: `x${n}` } as const
    const page = { url: `https://x.com/linked${n}`, url_key: `x.com/${n === 4 ? 'approved' : 'linked'}${n}` }
    await context.db.insertInto('artist_profiles').values(Object.assign(page, row)).execute()
  }
  await addCandidate(context, null, { ...approved, destination: 'lore', url: 'https://x.com/read' })
  const names = (await listProfileLinks(context.db, context.artistId)).map((url) => url.slice('https://x.com/'.length))
  t.same(names, ['linked2', 'linked3', 'linked1', 'approved2', 'approved3', 'approved1'])
})
