import { answering, asking, changing, edit, type Fault, rewriteBody } from './fault.ts'

/** What a service that breaks its contract in one place would answer; two of one check are at different operations. */
export const faults: readonly Fault[] = [
  {
    name: 'a field that the contract does not have',
    ...{ check: 'examples of reads', operation: 'readInterviewResponse', says: /internalId is not accepted/ },
    response: changing('readInterviewResponse', (body) => Object.assign(body.response, { internalId: 7 })),
  },
  {
    name: 'a missing ETag',
    ...{ check: 'examples of reads', operation: 'readInterviewResponse', says: /header ETag is missing/ },
    response: ({ headers }) => headers.delete('etag'),
  },
  {
    name: 'a private answer that may be stored',
    ...{ check: 'access to reads', operation: 'readArtistBrief', says: /header Cache-Control is "public"/ },
    response: answering('readArtistBrief', 403, ({ headers }) => headers.set('cache-control', 'public')),
  },
  {
    name: 'a wrong status',
    ...{ check: 'examples of reads', operation: 'listInterviewResponses', says: /status 206 is not declared/ },
    response: answering('listInterviewResponses', 200, (returning) => Object.assign(returning, { status: 206 })),
  },
  {
    name: 'a lost byte of a source',
    ...{ check: 'windows of sources', operation: 'readArtistSource', says: /code units of text in a window/ },
    // The windows that the search's passages are compared with stay whole.
    response: changing('readArtistSource', ({ passage }, { url }) => {
      if (!url.searchParams.has('includeVersion')) passage.text = passage.text.replace(/ /, '')
    }),
  },
  {
    name: 'a source of other words',
    ...{ check: 'windows of sources', operation: 'readResearchEvidence', says: /the text differs at 0/ },
    response: changing('readResearchEvidence', ({ passage }) =>
      Object.assign(passage, { text: '?'.repeat(passage.text.length) }),
    ),
  },
  {
    name: 'a passage that its source does not have',
    ...{ check: 'windows of sources', operation: 'searchArtistEvidence', says: /the text differs at 0/ },
    response: changing('searchArtistEvidence', ({ passages }) => {
      for (const passage of passages) passage.text = '?'.repeat(passage.text.length)
    }),
  },
  {
    name: 'a claimant who is refused',
    ...{ check: 'access to reads', operation: 'listInterviewResponses', says: /is refused with 403/ },
    response: answering('listInterviewResponses', 200, (returning) => Object.assign(returning, { status: 403 })),
  },
  {
    name: 'a refusal that tells whether an artist exists',
    ...{ check: 'access to reads', operation: 'readArtistLore', says: /status 404, not 403: Not found$/ },
    response: answering('readArtistLore', 403, (returning, { url }) => {
      if (url.pathname.includes('/0198f3a2-')) return
      returning.status = 404
      edit(returning, (body) => Object.assign(body, { code: 'not_found', error: 'Not found' }))
    }),
  },
  ...[/status 404, and 403/, /body [\s\S]* for none/, /header x-shard is 3/].map(
    (says): Fault => ({
      name: `a response that tells whether an artist exists: ${says}`,
      ...{ check: 'access to reads', operation: 'restoreInterview', says },
      response: answering('restoreInterview', 403, (returning, { url }) => {
        if (!url.pathname.includes('/0198f3a2-')) return
        returning.headers.set('x-shard', '3')
        Object.assign(returning, { status: 404, body: `${returning.body} ` })
      }),
    }),
  ),
  {
    name: 'an operation that asks for no credential',
    ...{ check: 'access without a credential', operation: 'readArtistBrief', says: /status 200, not 401/ },
    request: asking('readArtistBrief', ({ headers }) => {
      if (!headers.has('authorization')) headers.set('authorization', `Bearer ${process.env.SITTINGS_TEST_TOKEN}`)
    }),
  },
  {
    name: 'a 401 of other words',
    ...{ check: 'access without a credential', operation: 'readArtistLore', says: /error is "Sign in", not/ },
    response: changing('readArtistLore', (body) => Object.assign(body, { error: 'Sign in' }), 401),
  },
  {
    name: 'a cursor that is refused',
    ...{ check: 'cursors', operation: 'readResearchStatus', says: /the cursor of the page before is answered 400/ },
    response: answering('readResearchStatus', 200, (returning, { url }) => {
      if (url.searchParams.has('cursor')) returning.status = 400
    }),
  },
  {
    name: 'a cursor that repeats',
    ...{ check: 'cursors', operation: 'listArtistSources', says: /the cursor repeats/ },
    response: changing('listArtistSources', (body, { url }) => {
      const sent = url.searchParams.get('cursor')
      if (sent !== null) body.budget.nextCursor = sent
    }),
  },
  {
    name: 'an item that is listed twice',
    ...{ check: 'cursors', operation: 'listInterviewResponseVersions', says: /an item is listed twice/ },
    response: changing('listInterviewResponseVersions', ({ versions }) => versions.push(versions[0])),
  },
  {
    name: 'a text that goes on elsewhere',
    ...{ check: 'cursors', operation: 'readInterviewMemory', says: /goes on at 1 after 0 code units/ },
    response: changing('readInterviewMemory', ({ entries }) => {
      for (const { fields } of entries) for (const field of fields) field.start += 1
    }),
  },
  {
    name: 'a changed cursor that is taken for none',
    ...{ check: 'cursors', operation: 'listInterviewHistory', says: /status 200, not 400/ },
    request: asking('listInterviewHistory', ({ url }) => {
      if (/(AA|BB)$/.test(url.searchParams.get('cursor') ?? '')) url.searchParams.delete('cursor')
    }),
  },
  {
    name: 'a page that leaves one out',
    ...{ check: 'cursors', operation: 'listInterviewResponses', says: /small pages list \d+ items other than/ },
    response: changing('listInterviewResponses', (body, { url }) => {
      if (url.searchParams.get('limit') === '1' && url.searchParams.has('cursor')) body.responses.pop()
    }),
  },
  {
    name: 'a limit that is cut to its maximum',
    ...{ check: 'bounds of reads', operation: 'listArtistSources', says: /does not fit the contract/ },
    request: asking('listArtistSources', ({ url }) => {
      if (url.searchParams.get('limit') === '51') url.searchParams.set('limit', '50')
    }),
  },
  {
    name: 'an example that is refused',
    ...{ check: 'examples of reads', operation: 'readArtistSource', says: /the contract's example is answered 400/ },
    request: asking('readArtistSource', ({ url }) => url.searchParams.set('limit', '0')),
  },
  {
    name: 'an answer of another type',
    ...{ check: 'examples of reads', operation: 'listArtistSources', says: /header Content-Type is text\/plain/ },
    response: answering('listArtistSources', 200, ({ headers }) => headers.set('content-type', 'text/plain')),
  },
  {
    name: 'half of a body',
    ...{ check: 'examples of reads', operation: 'listArtistLoreVersions', says: /the body is not application\/json/ },
    response: answering('listArtistLoreVersions', 200, (returning) => Object.assign(returning, { body: '{"status":' })),
  },
  {
    name: 'a lone surrogate',
    ...{ check: 'examples of reads', operation: 'readArtistBrief', says: /body\/name has a lone surrogate/ },
    response: changing('readArtistBrief', (body) => Object.assign(body, { name: '\ud800' })),
  },
  {
    name: 'a code of another status',
    ...{ check: 'access to reads', operation: 'listDiscoveries', says: /code not_found belongs to 404/ },
    response: changing('listDiscoveries', (body) => Object.assign(body, { code: 'not_found' }), 403),
  },
  {
    name: 'a code that the operation does not document',
    ...{ check: 'bounds of reads', operation: 'listMyArtists', says: /code invalid_artist_id is not documented/ },
    response: changing(
      'listMyArtists',
      (body) => Object.assign(body, { code: 'invalid_artist_id', error: 'artistId must be a UUID' }),
      400,
    ),
  },
  {
    name: 'a refusal without the name of the field',
    ...{ check: 'bounds of reads', operation: 'listInterviewResponses', says: /the refusal does not name limit/ },
    response: changing('listInterviewResponses', (body) => Object.assign(body, { error: 'No.' }), 400),
  },
  {
    name: 'a maximum that is refused',
    ...{ check: 'bounds of reads', operation: 'listDiscoveries', says: /^fits the contract and is answered 400/ },
    request: asking('listDiscoveries', ({ url }) => {
      if (url.searchParams.get('limit') === '20') url.searchParams.set('limit', '21')
    }),
  },
  {
    name: 'a 405 without its methods',
    ...{ check: 'paths', operation: 'paths', says: /header Allow is null/ },
    response: ({ headers }) => headers.delete('allow'),
  },
  {
    name: 'an unknown path that is found',
    ...{ check: 'paths', operation: 'paths', says: /status 200, not 404/ },
    response: (returning) => Object.assign(returning, { status: returning.status === 404 ? 200 : returning.status }),
  },
  {
    name: 'an answer that is trimmed',
    ...{ check: 'texts', operation: 'saveInterviewAnswer', says: /the text differs at 0/ },
    request: asking('saveInterviewAnswer', (passing) => {
      if (passing.body.includes('"answer":"'))
        rewriteBody(passing, (body) => Object.assign(body, { answer: body.answer.trim() }))
    }),
  },
  {
    name: 'a revision that is normalised',
    ...{ check: 'texts', operation: 'reviseInterviewResponse', says: /the text differs at 0: "\\u00e9/ },
    response: changing('reviseInterviewResponse', ({ response }) =>
      Object.assign(response, { answer: response.answer.normalize() }),
    ),
  },
  {
    name: 'a text that is read without its byte order mark',
    ...{ check: 'texts', operation: 'readInterviewResponse', says: /the text differs at 0: "a byte order/ },
    response: changing('readInterviewResponse', ({ response }) =>
      Object.assign(response, { answer: response.answer.replace('\ufeff', '') }),
    ),
  },
  {
    name: 'a version that is lost',
    ...{ check: 'texts', operation: 'listInterviewResponseVersions', says: /\d+ versions, not \d+/ },
    response: changing('listInterviewResponseVersions', ({ versions }) => versions.pop()),
  },
  {
    name: 'a memory of other words',
    ...{ check: 'texts', operation: 'readInterviewMemory', says: /the text differs at 0/ },
    response: changing('readInterviewMemory', ({ entries }) => {
      for (const { fields } of entries) for (const field of fields) field.text = '?'.repeat(field.text?.length ?? 0)
    }),
  },
  {
    name: 'a start that is not the same again',
    ...{ check: 'repeats', operation: 'startInterviewSitting', says: /is answered 409/ },
    request: asking('startInterviewSitting', (passing) =>
      rewriteBody(passing, (body) => Object.assign(body, { requestId: crypto.randomUUID() })),
    ),
  },
  {
    name: 'an ETag of another revision',
    ...{ check: 'repeats', operation: 'reviseInterviewResponse', says: /header ETag is "0+" and the revision is/ },
    response: answering('reviseInterviewResponse', 200, ({ headers }) => headers.set('etag', `"${'0'.repeat(64)}"`)),
  },
  {
    name: 'a repeat that makes a version',
    ...{ check: 'repeats', operation: 'listInterviewResponseVersions', says: /3 versions, not 2/ },
    response: changing('listInterviewResponseVersions', ({ versions }) => versions.push(versions[0])),
  },
  {
    name: 'a repeat of other words',
    ...{ check: 'repeats', operation: 'finishInterviewSitting', says: /the repeat is answered 200/ },
    response: changing('finishInterviewSitting', ({ session }) =>
      Object.assign(session, { finishedAt: new Date().toISOString() }),
    ),
  },
  {
    name: 'a stale revision that overwrites',
    ...{ check: 'repeats', operation: 'saveInterviewAnswer', says: /status 200, not 409/ },
    response: answering('saveInterviewAnswer', 409, (returning) => Object.assign(returning, { status: 200 })),
  },
  ...(
    [
      ['startInterviewSitting', 'session_active'],
      ['offerInterviewQuestion', 'evidence_changed'],
      ['offerInterviewQuestion', 'memory_changed'],
      ['offerInterviewQuestion', 'state_changed'],
      ['reviseInterviewResponse', 'revision_changed'],
      ['saveInterviewBoundary', 'request_conflict'],
    ] as const
  ).map(
    ([operation, code]): Fault => ({
      name: `${operation} refused by a code that is not ${code}`,
      ...{ check: 'repeats', operation, says: new RegExp(`409 internal, not ${code}`) },
      response: changing(operation, (body) => Object.assign(body, { code: 'internal' }), 409),
    }),
  ),
  {
    name: 'a question that is asked twice',
    ...{ check: 'repeats', operation: 'requestQuestionResearch', says: /another job, answered 202/ },
    response: changing('requestQuestionResearch', (body) => Object.assign(body, { jobId: crypto.randomUUID() }), 202),
  },
  {
    name: 'an event that the contract does not have',
    ...{ check: 'examples of writes', operation: 'takeOnboardingTurn', says: /body\/trace is not accepted/ },
    response: answering('takeOnboardingTurn', 200, (returning) => {
      returning.body = returning.body.replaceAll('data: {', 'data: {"trace":1,')
    }),
  },
]
