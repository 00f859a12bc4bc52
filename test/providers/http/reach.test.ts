import t from 'tap'
import { isPublicAddress } from '#src/text/url/public-address.ts'
import { fetchFrom } from './outside.ts'

const notPublic = [
  ['this host', ['0.0.0.0', '0.1.2.3', '127.0.0.1', '127.255.255.254', '::', '::1']],
  ['private networks', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd00:ec2::254']],
  ['the link', ['169.254.169.254', '169.254.0.1', 'fe80::1', 'febf::1']],
  ["a provider's own network", ['100.64.0.1', '100.100.100.200', '100.127.255.255']],
  ["a cloud's own machine", ['168.63.129.16']],
  ['many at once', ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1']],
  ['documentation and tests', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '2001:2::1']],
  ['reserved numbers', ['192.0.0.1', '240.0.0.1', 'fec0::1', '100::1', '4000::1', '::2']],
  ['IPv4 inside IPv6, mapped', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:93.184.215.14']],
  ['IPv4 inside IPv6, translated', ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::a00:1', '::ffff:0:7f00:1']],
  ['IPv4 inside IPv6, tunnelled', ['2002:7f00:1::', '2002:a00:1::1', '2001:0:7f00:1::1', '::127.0.0.1']],
  ['what is no address', ['', 'localhost', '1.2.3', '0x7f.1', '2130706433', '1.2.3.4:80', 'fe80::1%eth0']],
] as const

for (const [title, addresses] of notPublic) {
  t.test(`not public: ${title}`, async (t) => {
    for (const address of addresses) t.equal(isPublicAddress(address), false, address)
  })
}

t.test('public addresses are public', async (t) => {
  for (const address of ['93.184.215.14', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1']) {
    t.equal(isPublicAddress(address), true, address)
  }
})

const encoded = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://017700000001/',
  'http://0177.0.0.01/',
  'http://%31%32%37.0.0.1/',
  'http://１２７.0.0.1/',
  'http://127。0。0。1/',
  'http://0/',
  'http://[::]/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[fe80::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://localhost/',
]

t.test('an address in any notation is refused before a connection', async (t) => {
  for (const address of encoded) t.same(await fetchFrom(address), { failure: 'refused_address' }, address)
})

const notCallable = [
  [
    'another scheme',
    ['file:///etc/passwd', 'ftp://example.org/', 'gopher://example.org/', 'data:text/plain,x', 'javascript:1'],
  ],
  ['credentials', ['http://user@example.org/', 'http://user:secret@example.org/', 'http://:secret@example.org/']],
  ["a port that is not the web's", ['http://example.org:25/', 'http://example.org:22/', 'https://example.org:0/']],
  ['no address at all', ['', 'example.org', '//example.org/', 'http://', 'http://[::1', 'http://256.256.256.256/']],
  ['too long', [`http://example.org/${'a'.repeat(2048)}`]],
] as const

for (const [title, addresses] of notCallable) {
  t.test(`not called: ${title}`, async (t) => {
    for (const address of addresses) t.same(await fetchFrom(address), { failure: 'refused_url' }, address)
  })
}
