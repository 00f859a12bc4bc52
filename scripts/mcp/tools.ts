import { getOperation, type Operation, type OperationId, type Schema } from '#src/contract/document.ts'
import { getValidator, type Violation } from '#src/contract/validators.ts'
import { type Client, createArtistClient, type Input, type Reference } from '../../src/clients/typescript/index.ts'
import { type Argument, buildArgumentsSchema, buildResultSchema, inlineReferences, listArguments } from './schemas.ts'

type Arguments = Readonly<Record<string, unknown>>

/** What an agent may call: an operation of the contract, or a workflow of several. */
export type Tool = {
  name: string
  description: string
  inputSchema: Schema & { type: 'object' }
  outputSchema: Schema & { type: 'object' }
  isRead: boolean
  /** The arguments without each `null` that stands for an absent one, or the first violation. */
  parse: (args: Arguments) => { args: Arguments } | { violation: Violation }
  /** @throws what the client of the contract throws */
  run: (client: Client, args: Arguments, signal: AbortSignal) => Promise<object>
  /** What a person needs to mend a call that the service refused with a conflict. */
  explainConflict?: (client: Client, args: Arguments, signal: AbortSignal) => Promise<object>
}

const operations = [
  'listMyArtists',
  'readArtistBrief',
  'listArtistSources',
  'searchArtistEvidence',
  'readArtistSource',
  'readInterviewMemory',
  'saveInterviewBoundary',
  'offerInterviewQuestion',
  'saveInterviewAnswer',
  'reviseInterviewResponse',
  'finishInterviewSitting',
  'readArtistLore',
  'correctLore',
  'readResearchStatus',
] as const satisfies OperationId[]

const prepareQuestionDescription = `Prepare the next question. Returns the active sitting, or starts one, and reads the
whole mandatory memory of it: the newest answer, corrections and boundaries. Write the question in the light of them, cite
what searchArtistEvidence found, and send memorySnapshotId and nextOrdinal with offerInterviewQuestion. A sitting has at
most three questions: nextOrdinal is null when it has them all, and then only finishInterviewSitting is left.`

const questionsMax = 3

export const tools: ReadonlyMap<string, Tool> = new Map(
  [...operations.map(buildOperationTool), buildPrepareQuestionTool()].map((tool) => [tool.name, tool]),
)

function buildOperationTool(id: (typeof operations)[number]): Tool {
  const operation = getOperation(id)
  const args = listArguments(operation)
  return {
    ...describeTool(id, `${operation.summary}. ${operation.description}`, args),
    outputSchema: buildResultSchema(operation),
    isRead: operation.method === 'GET',
    run: (client, toolInput, signal) => client.call(id, buildInput<typeof id>(operation, args, toolInput), { signal }),
    ...(id === 'offerInterviewQuestion' && { explainConflict: describeCitations }),
  }
}

/** The request of a call: the tool's schema, made from the same contract, has judged the arguments. */
function buildInput<Id extends OperationId>(operation: Operation, args: readonly Argument[], toolInput: Arguments) {
  const pickPart = (location: Argument['location']) =>
    Object.fromEntries(
      args
        .filter((one) => one.location === location && one.name in toolInput)
        .map(({ name }) => [name, toolInput[name]]),
    )
  const generated = args.some(({ isGenerated }) => isGenerated) && { requestId: crypto.randomUUID() }
  return {
    ...(args.some(({ location }) => location === 'path') && { path: pickPart('path') }),
    query: pickPart('query'),
    ...(operation.body && { body: { ...generated, ...pickPart('body') } }),
  } as Input<Id>
}

/** The workflow up to an offer: the active sitting, or a new one, and its whole memory. */
function buildPrepareQuestionTool(): Tool {
  const operation = getOperation('restoreInterview')
  const { properties, $defs } = buildResultSchema(operation)
  return {
    ...describeTool('prepareQuestion', prepareQuestionDescription, listArguments(operation)),
    outputSchema: {
      type: 'object',
      required: ['status', 'session', 'memorySnapshotId', 'nextOrdinal', 'memory', 'legacyOffers'],
      properties: {
        ...(properties as Record<string, Schema>),
        memorySnapshotId: { type: 'string', description: 'To be sent with offerInterviewQuestion.' },
        nextOrdinal: {
          type: ['integer', 'null'],
          description: 'The ordinal of the next offer; null when none is left.',
        },
        memory: {
          type: 'object',
          description: 'The newest answer, all corrections and all boundaries, in whole texts.',
        },
      },
      $defs,
    },
    isRead: false,
    run: async (client, { id }, signal) => {
      const artist = createArtistClient(client, String(id))
      const { session: saved, legacyOffers } = await artist.restore({ signal })
      const session = saved?.state === 'active' ? saved : await artist.start({ signal })
      const { snapshotId: memorySnapshotId, ...memory } = await artist.readMemory(session.sitting, { signal })
      const asked = session.questions.length
      const nextOrdinal = asked < questionsMax ? asked + 1 : null
      return { status: 'ok', session, legacyOffers, memorySnapshotId, nextOrdinal, memory }
    },
  }
}

function describeTool(name: string, description: string, args: readonly Argument[]) {
  const schema = buildArgumentsSchema(args)
  const validate = getValidator(schema)
  const parse = (given: Arguments) => {
    const parsed = structuredClone(given)
    let violation = validate(parsed)
    // Agents write null for what they leave out. Each round removes one that the contract refuses, so it ends.
    while (violation !== undefined && removeNull(parsed, violation.field)) violation = validate(parsed)
    return violation === undefined ? { args: parsed } : { violation }
  }
  return { name, description, inputSchema: inlineReferences(schema), parse }
}

/** Removes the field at `path` where it is null, and says whether it did. */
function removeNull(value: unknown, path: string): boolean {
  const [name = '', ...rest] = path.split('/')
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false
  const record = value as Record<string, unknown>
  if (rest.length > 0) return removeNull(record[name], rest.join('/'))
  return record[name] === null && !Array.isArray(value) && delete record[name]
}

/** Around the window, so that a quotation that is some units off is found. */
const contextChars = 400
const windowCharsMin = 1_000

/** What stands in the windows of an offer's references that do not hold their quote, and where the quote stands. */
async function describeCitations(
  client: Client,
  args: Arguments,
  signal: AbortSignal,
): Promise<{ references: object[] }> {
  const { id, references } = args as { id: string; references: Reference[] }
  const described = await Promise.all(references.map((one, index) => describe(client, id, index, one, signal)))
  return { references: described.filter((one) => one !== undefined) }
}

async function describe(client: Client, id: string, index: number, reference: Reference, signal: AbortSignal) {
  if (reference.kind !== 'original') return undefined
  const { sourceId, revision, start, end, quote } = reference
  const from = Math.max(0, start - contextChars)
  const maxChars = Math.max(windowCharsMin, end - from + contextChars)
  const query = { revision, start: from, maxChars, includeVersion: true }
  const read = await client
    .call('readArtistSource', { path: { id, sourceId }, query }, { signal })
    .catch((error: Error) => error)
  if (read instanceof Error) return { index, problem: read.message }
  const { text, start: textStart } = read.passage
  const standing = text.slice(start - textStart, end - textStart)
  if (standing === quote) return undefined
  const found = text.indexOf(quote)
  const at = found < 0 ? null : { start: textStart + found, end: textStart + found + quote.length }
  return { index, standsInWindow: standing, quoteStandsAt: at, currentRevision: read.version?.currentRevision ?? null }
}
