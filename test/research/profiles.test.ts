import t from 'tap'
import { parseProfile } from '#src/research/social/profiles.ts'

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
