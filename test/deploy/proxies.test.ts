import t, { type Test } from 'tap'
import { createTestContext } from '../support/test-context.ts'

const front = '10.0.0.7'

/** How many of these calls, each with its peer address and its X-Forwarded-For, pass a limit of one per address. */
async function sendAll(t: Test, trusted: string | undefined, calls: readonly { from: string; forwarded?: string }[]) {
  const context = await createTestContext(t, {
    ...(trusted !== undefined && { TRUST_PROXY: trusted }),
    RATE_ANONYMOUS_PER_MINUTE: '1',
  })
  const results: number[] = []
  for (const { from, forwarded } of calls) {
    const { statusCode } = await context.app.inject({
      url: `/api/onboarding/${context.artistId}/state`,
      remoteAddress: from,
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    })
    results.push(statusCode)
  }
  return results
}

t.test('behind a trusted proxy callers are limited by their own address', async (t) => {
  const calls = [
    { from: front, forwarded: '203.0.113.1' },
    { from: front, forwarded: '203.0.113.2' },
    { from: front, forwarded: '203.0.113.1' },
    // An address that the caller claims comes before those that the proxies added.
    { from: front, forwarded: '198.51.100.9, 203.0.113.1' },
  ]
  t.same(await sendAll(t, '10.0.0.0/8', calls), [200, 200, 429, 429])
  t.same(await sendAll(t, 'uniquelocal', calls), [200, 200, 429, 429], 'by the name of its network')
  t.same(await sendAll(t, '192.0.2.1', calls), [200, 429, 429, 429], 'another proxy is not believed')
  t.same(await sendAll(t, undefined, calls), [200, 429, 429, 429], 'without a trusted proxy the header is ignored')
})

t.test('a proxy may forward an address with its port, IPv6 in brackets', async (t) => {
  const addresses = ['203.0.113.5:4711', '203.0.113.6:4711', '203.0.113.5:4712', '[2001:db8::1]:443', '[2001:db8::2]']
  const calls = addresses.map((forwarded) => ({ from: front, forwarded }))
  t.same(await sendAll(t, '10.0.0.0/8', calls), [200, 200, 429, 200, 429], 'the last two share a network')
  const twice = ['203.0.113.5', '203.0.113.6'].map((address) => ({
    from: front,
    forwarded: `${address}, 10.0.0.9:8443`,
  }))
  t.same(await sendAll(t, '10.0.0.0/8', twice), [200, 200], 'another trusted one among them')
})

t.test('behind two trusted proxies the address before both counts', async (t) => {
  const calls = ['203.0.113.1', '203.0.113.2', '203.0.113.2'].map((address) => ({
    from: front,
    forwarded: `${address}, 192.0.2.50`,
  }))
  t.same(await sendAll(t, '10.0.0.0/8,192.0.2.0/24', calls), [200, 200, 429])
})

t.test('a network of IPv6 is one caller, and an invalid address counts as the proxy', async (t) => {
  const addresses = [
    '2001:db8::1',
    '2001:db8:0:1::1',
    '2001:db8::2:3',
    'unknown',
    'a-made-up-name',
    '::ffff:203.0.113.1',
  ]
  const calls = [...addresses, '203.0.113.1'].map((forwarded) => ({ from: front, forwarded }))
  t.same(await sendAll(t, '10.0.0.0/8', calls), [200, 200, 429, 200, 429, 200, 429])
})
