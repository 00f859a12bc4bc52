import { type Edit, findParameter, getSchemas, history, revise, search, sources, start } from './edit.ts'

/** Changes that a client which ignores unknown fields need not notice. */
export const compatible: readonly Edit[] = [
  {
    name: 'a path is new',
    touches: '/api/version',
    make: ({ paths }) => {
      paths['/api/version'] = structuredClone(paths['/api/health'])
      paths['/api/version'].get.operationId = 'readVersion'
    },
  },
  {
    name: 'an operation is new',
    touches: '/api/health/head',
    make: ({ paths }) => {
      paths['/api/health'].head = { ...structuredClone(paths['/api/health'].get), operationId: 'peekHealth' }
    },
  },
  { name: 'a description changes', touches: '#/info description', make: ({ info }) => (info.description += '\nMore.') },
  {
    name: 'a summary changes',
    touches: 'interview/session/post summary',
    make: ({ paths }) => (paths[start].post.summary = 'Begin a sitting'),
  },
  {
    name: 'an example changes',
    touches: 'knowledge/search/get/parameters/1 example',
    make: (draft) => (findParameter(draft, search, 'query').example = 'organ'),
  },
  {
    name: 'an operation is deprecated',
    touches: 'knowledge/search/get deprecated',
    make: ({ paths }) => (paths[search].get.deprecated = true),
  },
  {
    name: 'a query parameter is new and optional',
    touches: 'knowledge/sources/get/parameters/4',
    make: ({ paths }) => paths[sources].get.parameters.push({ name: 'since', in: 'query', schema: { type: 'string' } }),
  },
  {
    name: 'a required query parameter becomes optional',
    touches: 'knowledge/search/get/parameters/1 required',
    make: (draft) => (findParameter(draft, search, 'query').required = false),
  },
  {
    name: 'a query parameter takes more than before',
    touches: 'knowledge/search/get/parameters/2/schema maximum',
    make: (draft) => (findParameter(draft, search, 'limit').schema.maximum = 20),
  },
  {
    name: 'a query parameter takes less as its least',
    touches: 'knowledge/search/get/parameters/3/schema minimum',
    make: (draft) => (findParameter(draft, search, 'maxChars').schema.minimum = 1),
  },
  {
    name: 'a required body becomes optional',
    touches: 'interview/session/post/requestBody required',
    make: ({ paths }) => (paths[start].post.requestBody.required = false),
  },
  {
    name: 'a request is taken in a second content type',
    touches: 'interview/session/post/requestBody/content/application/cbor',
    make: ({ paths }) => {
      const { content } = paths[start].post.requestBody
      content['application/cbor'] = content['application/json']
    },
  },
  {
    name: 'a request may have a new property',
    touches: 'properties/reason',
    make: (draft) => (getSchemas(draft).StartInput.properties.reason = { type: 'string' }),
  },
  {
    name: 'a property that a request owed is optional',
    touches: 'boundaries/post/requestBody/content/application/json/schema required',
    make: (draft) => getSchemas(draft).BoundaryInput.required.pop(),
  },
  {
    name: 'a text of a request may be longer',
    touches: 'knowledge/search/get/parameters/1/schema maxLength',
    make: (draft) => (getSchemas(draft).SearchQuery.maxLength = 800),
  },
  {
    name: 'a text of a request may be shorter',
    touches: 'topic/$ref minLength',
    make: (draft) => (getSchemas(draft).QuestionTopic.minLength = 1),
  },
  {
    name: 'a list of a request may be longer',
    touches: 'properties/references maxItems',
    make: (draft) => (getSchemas(draft).OfferInput.properties.references.maxItems = 9),
  },
  {
    name: 'a list of a request may repeat',
    touches: 'properties/sourceIds uniqueItems',
    make: (draft) => delete getSchemas(draft).SourceRecoveryRequest.properties.sourceIds.uniqueItems,
  },
  {
    name: 'a value is added to what a request may say',
    touches: 'decision/$ref enum',
    make: (draft) => getSchemas(draft).DiscoveryDecision.enum.push('later'),
  },
  {
    name: 'null is taken where it was not (type array)',
    touches: 'properties/fromDate type',
    make: (draft) => (getSchemas(draft).QuestionResearchRequest.properties.fromDate.type = ['string', 'null']),
  },
  {
    name: 'one more form is taken (oneOf)',
    touches: 'properties/answer/oneOf/2',
    make: (draft) => getSchemas(draft).AnswerInput.properties.answer.oneOf.push({ type: 'integer' }),
  },
  {
    name: 'a closed request is open',
    touches: 'finish/post/requestBody/content/application/json/schema additionalProperties',
    make: (draft) => delete getSchemas(draft).FinishInput.additionalProperties,
  },
  {
    name: 'an answer has a new property',
    touches: '/api/health/get/responses/200/content/application/json/schema/properties/version',
    make: (draft) => {
      getSchemas(draft).Health.properties.version = { type: 'string' }
      getSchemas(draft).Health.required.push('version')
    },
  },
  {
    name: 'a property of an answer is never null again (type array)',
    touches: 'properties/url type',
    make: (draft) => (getSchemas(draft).LatestRelease.properties.url.type = 'string'),
  },
  {
    name: 'a property of an answer is never null again (oneOf)',
    touches: 'properties/jobId/oneOf/1',
    make: (draft) => getSchemas(draft).SourceRecovery.properties.jobId.oneOf.pop(),
  },
  {
    name: 'a number of an answer is bound more closely',
    touches: 'properties/returnedChars maximum',
    make: (draft) => (getSchemas(draft).EvidenceSearch.properties.returnedChars.maximum = 6000),
  },
  {
    name: 'a text of an answer becomes a constant',
    touches: 'properties/catalog const',
    make: (draft) => (getSchemas(draft).LatestRelease.properties.catalog.const = 'musicbrainz'),
  },
  {
    name: 'a state is never said again',
    touches: 'properties/origin/$ref enum',
    make: (draft) => getSchemas(draft).SourceOrigin.enum.pop(),
  },
  {
    name: 'a header of an answer is new',
    touches: 'headers/X-Served-By',
    make: ({ paths }) => (paths[revise].get.responses['200'].headers['X-Served-By'] = { schema: { type: 'string' } }),
  },
  {
    name: 'a header of an answer is promised',
    touches: 'headers/Retry-After required',
    make: ({ components }) => (components.headers.RetryAfter.required = true),
  },
  {
    name: 'an operation that asked for a token is open',
    touches: 'knowledge/history/get/security/1',
    make: ({ paths }) => (paths[history].get.security = [{ accessToken: [] }, {}]),
  },
  {
    name: 'a body may be larger (x-body-bytes-max)',
    touches: 'interview/session/post x-body-bytes-max',
    make: ({ paths }) => (paths[start].post['x-body-bytes-max'] = 1_000_000),
  },
  {
    name: 'a schema without a reference is added',
    touches: 'schemas/Unused',
    make: (draft) => (getSchemas(draft).Unused = { type: 'string' }),
  },
  {
    name: 'a failure has a new code',
    touches: '#/components/schemas/KnownErrorCode enum',
    make: (draft) => getSchemas(draft).KnownErrorCode.enum.push('of_a_later_version'),
  },
]
