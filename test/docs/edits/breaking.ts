import {
  brief,
  type Edit,
  history,
  parameterOf,
  question,
  retract,
  revise,
  schemasOf,
  search,
  sources,
  start,
} from './edit.ts'

/** Changes that some correct client would fail on. */
export const breaking: readonly Edit[] = [
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
    make: (draft) => (parameterOf(draft, sources, 'kind').required = true),
  },
  {
    name: 'a query parameter goes',
    touches: 'knowledge/search/get/parameters/4',
    make: ({ paths }) => paths[search].get.parameters.pop(),
  },
  {
    name: 'a query parameter takes less than before',
    touches: 'knowledge/search/get/parameters/2/schema maximum',
    make: (draft) => (parameterOf(draft, search, 'limit').schema.maximum = 5),
  },
  {
    name: 'a query parameter takes more than before as its least',
    touches: 'knowledge/search/get/parameters/3/schema minimum',
    make: (draft) => (parameterOf(draft, search, 'maxChars').schema.minimum = 2000),
  },
  {
    name: 'a query parameter is of another type',
    touches: 'knowledge/sources/get/parameters/1/schema type',
    make: (draft) => (parameterOf(draft, sources, 'limit').schema = { type: 'string' }),
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
      schemasOf(draft).StartInput.properties.reason = { type: 'string' }
      schemasOf(draft).StartInput.required.push('reason')
    },
  },
  {
    name: 'an optional property of a request becomes required',
    touches: 'responses/{answerId}/patch/requestBody/content/application/json/schema required',
    make: (draft) => schemasOf(draft).ReviseInput.required.push('note'),
  },
  {
    name: 'a closed request loses a property',
    touches: 'schema/properties/platform',
    make: (draft) => delete schemasOf(draft).QuestionResearchRequest.properties.platform,
  },
  {
    name: 'a text of a request may be shorter only',
    touches: 'knowledge/search/get/parameters/1/schema maxLength',
    make: (draft) => (schemasOf(draft).SearchQuery.maxLength = 200),
  },
  {
    name: 'a text that is asked and answered may be longer',
    touches: 'properties/note',
    make: (draft) => (schemasOf(draft).RevisionNote.maxLength = 800),
  },
  {
    name: 'a text of a request must be longer',
    touches: 'topic/$ref minLength',
    make: (draft) => (schemasOf(draft).QuestionTopic.minLength = 10),
  },
  {
    name: 'a text of a request has a pattern where it had none',
    touches: 'fromDate pattern',
    make: (draft) => (schemasOf(draft).QuestionResearchRequest.properties.fromDate.pattern = '^2'),
  },
  {
    name: 'a list of a request may be shorter only',
    touches: 'properties/references maxItems',
    make: (draft) => (schemasOf(draft).OfferInput.properties.references.maxItems = 2),
  },
  {
    name: 'a list of a request must be of different things',
    touches: 'properties/kinds uniqueItems',
    make: (draft) => (schemasOf(draft).AdvanceRequest.properties.kinds.uniqueItems = true),
  },
  {
    name: 'a value that a request may have goes',
    touches: 'decision/$ref enum',
    make: (draft) => schemasOf(draft).DiscoveryDecision.enum.pop(),
  },
  {
    name: 'null is no longer taken (oneOf)',
    touches: 'properties/answer/oneOf/1',
    make: (draft) => schemasOf(draft).AnswerInput.properties.answer.oneOf.pop(),
  },
  {
    name: 'a number of a request becomes a constant',
    touches: 'properties/ordinal const',
    make: (draft) => (schemasOf(draft).OfferInput.properties.ordinal = { const: 1, type: 'integer' }),
  },
  {
    name: 'a success is of another status',
    touches: 'interview/session/post/responses/201 key',
    make: ({ paths }) => {
      const { responses } = paths[start].post
      responses['201'] = responses['200']
      delete responses['200']
    },
  },
  {
    name: 'an answer is of another content type',
    touches: 'questions/{jobId}/get/responses/200/content/application/json',
    make: ({ paths }) => {
      const { content } = paths[question].get.responses['200']
      content['text/plain'] = content['application/json']
      delete content['application/json']
    },
  },
  {
    name: 'an answer loses a property',
    touches: 'latestReleases/items/properties/catalog',
    make: (draft) => {
      delete schemasOf(draft).LatestRelease.properties.catalog
      schemasOf(draft).LatestRelease.required = ['title', 'type', 'releasedOn', 'url']
    },
  },
  {
    name: 'a property of an answer may be absent',
    touches: 'sources/extract/post/responses/200/content/application/json/schema required',
    make: (draft) => schemasOf(draft).SourceRecovery.required.pop(),
  },
  {
    name: 'a property of an answer may be null (type array)',
    touches: 'properties/truncated type',
    make: (draft) => (schemasOf(draft).EvidenceSearch.properties.truncated.type = ['boolean', 'null']),
  },
  {
    name: 'a property of an answer may be null (oneOf)',
    touches: 'properties/candidate type',
    make: (draft) => {
      const { properties } = schemasOf(draft).DiscoveryReview
      properties.candidate = { oneOf: [properties.candidate, { type: 'null' }] }
    },
  },
  {
    name: 'a property of an answer is of another type',
    touches: 'properties/complete type',
    make: (draft) => (schemasOf(draft).Coverage.properties.complete = { type: 'string' }),
  },
  {
    name: 'a constant of an answer changes',
    touches: 'health/get/responses/200/content/application/json/schema/properties/status const',
    make: (draft) => (schemasOf(draft).Health.properties.status.const = 'fine'),
  },
  {
    name: 'a constant of an answer becomes any text',
    touches: 'offer/post/responses/200/content/application/json/schema/properties/status const',
    make: (draft) => delete schemasOf(draft).SavedQuestion.properties.status.const,
  },
  {
    name: 'a number of an answer loses its upper bound',
    touches: 'properties/queued maximum',
    make: (draft) => delete schemasOf(draft).SourceRecovery.properties.queued.maximum,
  },
  {
    name: 'a number of an answer may be a fraction',
    touches: 'returnedChars type',
    make: (draft) => (schemasOf(draft).Budget.properties.returnedChars.type = 'number'),
  },
  {
    name: 'a state is added to what an answer may say',
    touches: 'properties/state/$ref enum',
    make: (draft) => schemasOf(draft).SessionState.enum.push('paused'),
  },
  {
    name: 'an answer may be of one more form',
    touches: 'properties/reference/oneOf/2',
    make: (draft) => schemasOf(draft).Relocation.properties.reference.oneOf.push({ type: 'string' }),
  },
  {
    name: 'a date of an answer is of another format',
    touches: 'retractedAt format',
    make: (draft) => (schemasOf(draft).Boundary.properties.retractedAt.format = 'date'),
  },
  {
    name: 'a header of an answer is no longer promised',
    touches: 'responses/{answerId}/patch/responses/200/headers/ETag required',
    make: ({ components }) => (components.headers.ETag.required = false),
  },
  {
    name: 'a header of an answer goes',
    touches: 'responses/{answerId}/get/responses/200/headers/ETag',
    make: ({ paths }) => delete paths[revise].get.responses['200'].headers.ETag,
  },
  {
    name: 'an open operation asks for a token',
    touches: '/api/health/get/security/0',
    make: ({ paths }) => (paths['/api/health'].get.security = [{ accessToken: [] }]),
  },
  {
    name: 'a credential is removed',
    touches: 'research/evidence/{evidenceId}/get/security/0',
    make: ({ paths }) => {
      const reading = paths['/api/artist/{id}/research/evidence/{evidenceId}'].get
      reading.security = reading.security.filter((one: object) => !('researchKey' in one))
    },
  },
  {
    name: 'a body may be smaller only (x-body-bytes-max)',
    touches: '/interview/session/post x-body-bytes-max',
    make: ({ paths }) => (paths[start].post['x-body-bytes-max'] = 64),
  },
  {
    name: 'an operation is called by another name',
    touches: '/api/health/get operationId',
    make: ({ paths }) => (paths['/api/health'].get.operationId = 'readHealth'),
  },
  {
    name: 'an answer is closed',
    touches: '#/components/schemas/Provenance additionalProperties',
    make: (draft) => (schemasOf(draft).Provenance.additionalProperties = false),
  },
]
