import { type Edit, getSchemas, question, revise, start } from './edit.ts'

/** Changes of responses, credentials and names that some correct client would fail on. */
export const breakingResponses: readonly Edit[] = [
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
    name: 'a response is of another content type',
    touches: 'questions/{jobId}/get/responses/200/content/application/json',
    make: ({ paths }) => {
      const { content } = paths[question].get.responses['200']
      content['text/plain'] = content['application/json']
      delete content['application/json']
    },
  },
  {
    name: 'a response loses a property',
    touches: 'latestReleases/items/properties/catalog',
    make: (draft) => {
      delete getSchemas(draft).LatestRelease.properties.catalog
      getSchemas(draft).LatestRelease.required = ['title', 'type', 'releasedOn', 'url']
    },
  },
  {
    name: 'a property of a response may be absent',
    touches: 'sources/extract/post/responses/200/content/application/json/schema required',
    make: (draft) => getSchemas(draft).SourceRecovery.required.pop(),
  },
  {
    name: 'a property of a response may be null (type array)',
    touches: 'properties/truncated type',
    make: (draft) => (getSchemas(draft).EvidenceSearch.properties.truncated.type = ['boolean', 'null']),
  },
  {
    name: 'a property of a response may be null (oneOf)',
    touches: 'properties/candidate type',
    make: (draft) => {
      const { properties } = getSchemas(draft).DiscoveryReview
      properties.candidate = { oneOf: [properties.candidate, { type: 'null' }] }
    },
  },
  {
    name: 'a property of a response is of another type',
    touches: 'properties/complete type',
    make: (draft) => (getSchemas(draft).Coverage.properties.complete = { type: 'string' }),
  },
  {
    name: 'a constant of a response changes',
    touches: 'health/get/responses/200/content/application/json/schema/properties/status const',
    make: (draft) => (getSchemas(draft).Health.properties.status.const = 'fine'),
  },
  {
    name: 'a constant of a response becomes any text',
    touches: 'offer/post/responses/200/content/application/json/schema/properties/status const',
    make: (draft) => delete getSchemas(draft).SavedQuestion.properties.status.const,
  },
  {
    name: 'a number of a response loses its upper bound',
    touches: 'properties/queued maximum',
    make: (draft) => delete getSchemas(draft).SourceRecovery.properties.queued.maximum,
  },
  {
    name: 'a number of a response may be a fraction',
    touches: 'returnedChars type',
    make: (draft) => (getSchemas(draft).Budget.properties.returnedChars.type = 'number'),
  },
  {
    name: 'a state is added to what a response may say',
    touches: 'properties/state/$ref enum',
    make: (draft) => getSchemas(draft).SessionState.enum.push('paused'),
  },
  {
    name: 'a response may be of one more form',
    touches: 'properties/reference/oneOf/2',
    make: (draft) => getSchemas(draft).Relocation.properties.reference.oneOf.push({ type: 'string' }),
  },
  {
    name: 'a date of a response is of another format',
    touches: 'retractedAt format',
    make: (draft) => (getSchemas(draft).Boundary.properties.retractedAt.format = 'date'),
  },
  {
    name: 'a header of a response is no longer promised',
    touches: 'responses/{answerId}/patch/responses/200/headers/ETag required',
    make: ({ components }) => (components.headers.ETag.required = false),
  },
  {
    name: 'a header of a response goes',
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
    touches: 'research/evidence/{evidenceId}/get/security/1',
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
    name: 'a response is closed',
    touches: '#/components/schemas/Provenance additionalProperties',
    make: (draft) => (getSchemas(draft).Provenance.additionalProperties = false),
  },
]
