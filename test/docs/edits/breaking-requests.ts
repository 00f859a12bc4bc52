import { brief, type Edit, findParameter, getSchemas, history, retract, search, sources, start } from './edit.ts'

/** Changes of paths and requests that some correct client would fail on. */
export const breakingRequests: readonly Edit[] = [
  { name: 'a path goes', touches: 'knowledge/history', make: ({ paths }) => delete paths[history] },
  {
    name: 'an operation goes',
    touches: 'boundaries/{boundaryId}/retract',
    make: ({ paths }) => delete paths[retract].post,
  },
  {
    name: 'a path is called by another name',
    touches: 'knowledge/briefs key',
    make: ({ paths }) => {
      paths[`${brief}s`] = paths[brief]
      delete paths[brief]
    },
  },
  {
    name: 'a new query parameter is required',
    touches: 'knowledge/sources/get/parameters/4',
    make: ({ paths }) =>
      paths[sources].get.parameters.push({ name: 'since', in: 'query', required: true, schema: { type: 'string' } }),
  },
  {
    name: 'an optional query parameter becomes required',
    touches: 'knowledge/sources/get/parameters/3 required',
    make: (draft) => (findParameter(draft, sources, 'kind').required = true),
  },
  {
    name: 'a query parameter goes',
    touches: 'knowledge/search/get/parameters/4',
    make: ({ paths }) => paths[search].get.parameters.pop(),
  },
  {
    name: 'a query parameter takes less than before',
    touches: 'knowledge/search/get/parameters/2/schema maximum',
    make: (draft) => (findParameter(draft, search, 'limit').schema.maximum = 5),
  },
  {
    name: 'a query parameter takes more than before as its least',
    touches: 'knowledge/search/get/parameters/3/schema minimum',
    make: (draft) => (findParameter(draft, search, 'maxChars').schema.minimum = 2000),
  },
  {
    name: 'a query parameter is of another type',
    touches: 'knowledge/sources/get/parameters/1/schema type',
    make: (draft) => (findParameter(draft, sources, 'limit').schema = { type: 'string' }),
  },
  {
    name: 'an optional body becomes required',
    touches: 'research/refresh/post/requestBody required',
    make: ({ paths }) => (paths['/api/artist/{id}/research/refresh'].post.requestBody.required = true),
  },
  {
    name: 'a request takes another content type',
    touches: 'interview/session/post/requestBody/content/application/cbor key',
    make: ({ paths }) => {
      const { content } = paths[start].post.requestBody
      content['application/cbor'] = content['application/json']
      delete content['application/json']
    },
  },
  {
    name: 'a request owes a new property',
    touches: 'application/cbor/schema required',
    make: (draft) => {
      getSchemas(draft).StartInput.properties.reason = { type: 'string' }
      getSchemas(draft).StartInput.required.push('reason')
    },
  },
  {
    name: 'an optional property of a request becomes required',
    touches: 'responses/{answerId}/patch/requestBody/content/application/json/schema required',
    make: (draft) => getSchemas(draft).ReviseInput.required.push('note'),
  },
  {
    name: 'a closed request loses a property',
    touches: 'schema/properties/platform',
    make: (draft) => delete getSchemas(draft).QuestionResearchRequest.properties.platform,
  },
  {
    name: 'a text of a request may be shorter only',
    touches: 'knowledge/search/get/parameters/1/schema maxLength',
    make: (draft) => (getSchemas(draft).SearchQuery.maxLength = 200),
  },
  {
    name: 'a text that is requested and returned may be longer',
    touches: 'properties/note',
    make: (draft) => (getSchemas(draft).RevisionNote.maxLength = 800),
  },
  {
    name: 'a text of a request must be longer',
    touches: 'topic/$ref minLength',
    make: (draft) => (getSchemas(draft).QuestionTopic.minLength = 10),
  },
  {
    name: 'a text of a request has a pattern where it had none',
    touches: 'fromDate pattern',
    make: (draft) => (getSchemas(draft).QuestionResearchRequest.properties.fromDate.pattern = '^2'),
  },
  {
    name: 'a list of a request may be shorter only',
    touches: 'properties/references maxItems',
    make: (draft) => (getSchemas(draft).OfferInput.properties.references.maxItems = 2),
  },
  {
    name: 'a list of a request must be of different things',
    touches: 'properties/kinds uniqueItems',
    make: (draft) => (getSchemas(draft).AdvanceRequest.properties.kinds.uniqueItems = true),
  },
  {
    name: 'a value that a request may have goes',
    touches: 'decision/$ref enum',
    make: (draft) => getSchemas(draft).DiscoveryDecision.enum.pop(),
  },
  {
    name: 'null is no longer taken (oneOf)',
    touches: 'properties/answer/oneOf/1',
    make: (draft) => getSchemas(draft).AnswerInput.properties.answer.oneOf.pop(),
  },
  {
    name: 'a number of a request becomes a constant',
    touches: 'properties/ordinal const',
    make: (draft) => (getSchemas(draft).OfferInput.properties.ordinal = { const: 1, type: 'integer' }),
  },
]
