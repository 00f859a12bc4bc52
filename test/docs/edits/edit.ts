/** A JSON document that may be changed in place. */
// biome-ignore lint/suspicious/noExplicitAny: an edit reaches into a document by hand, and fails in nothing
export type Draft = any

/**
 * One change of the contract, made on a copy of it. `touches` is a part of the reported place: the pointer and the
 * keyword.
 */
export type Edit = { name: string; touches: string; make: (draft: Draft) => void }

const path = '/api/artist/{id}'
export const start = `${path}/interview/session`
export const revise = `${path}/interview/responses/{answerId}`
export const brief = `${path}/knowledge/brief`
export const question = `${path}/research/questions/{jobId}`
export const retract = `${path}/interview/boundaries/{boundaryId}/retract`
export const search = `${path}/knowledge/search`
export const history = `${path}/knowledge/history`
export const sources = `${path}/knowledge/sources`

export const getSchemas = (draft: Draft): Draft => draft.components.schemas

/** The parameter of an operation by its name. */
export const findParameter = (draft: Draft, at: string, name: string): Draft =>
  draft.paths[at].get.parameters.find((parameter: Draft) => parameter.name === name)
