import { type Operation, type OperationId, operationContracts, type Schema } from '#src/contract/document.ts'
import { getValidator, type Validator } from '#src/contract/validators.ts'
import { type Client, createArtistClient, type Input } from '../../src/clients/typescript/index.ts'
import { type Argument, buildArgumentsSchema, inlineReferences, listArguments } from './schemas.ts'

type Arguments = Readonly<Record<string, unknown>>

/** What an agent may call: an operation of the contract, or a workflow of several. */
export type Tool = {
  name: string
  description: string
  inputSchema: Schema & { type: 'object' }
  isRead: boolean
  validate: Validator
  /** @throws what the client of the contract throws */
  run: (client: Client, args: Arguments, signal: AbortSignal) => Promise<unknown>
}

const operations = [
  'listMyArtists',
  'readArtistBrief',
  'searchArtistEvidence',
  'readInterviewMemory',
  'offerInterviewQuestion',
  'saveInterviewAnswer',
  'finishInterviewSitting',
  'readArtistLore',
  'readResearchStatus',
] as const satisfies OperationId[]

const prepareQuestionDescription = `Prepare the next question. Returns the active sitting, or starts one, and reads the
whole mandatory memory of it: the newest answer, corrections and boundaries. Write the question in the light of them, cite
what searchArtistEvidence found, and send memory.snapshotId with offerInterviewQuestion. A sitting has at most three
questions; the next ordinal is one more than the questions it has.`

export const tools: ReadonlyMap<string, Tool> = new Map(
  [...operations.map(buildOperationTool), buildPrepareQuestionTool()].map((tool) => [tool.name, tool]),
)

function buildOperationTool(id: (typeof operations)[number]): Tool {
  const operation = getOperation(id)
  const args = listArguments(operation)
  return {
    ...describeTool(id, `${operation.summary}. ${operation.description}`, args),
    isRead: operation.method === 'GET',
    run: (client, toolInput, signal) => {
      const pickPart = (location: Argument['location']) =>
        Object.fromEntries(
          args
            .filter((one) => one.location === location && one.name in toolInput)
            .map(({ name }) => [name, toolInput[name]]),
        )
      const takesPath = args.some(({ location }) => location === 'path')
      const input = {
        ...(takesPath && { path: pickPart('path') }),
        query: pickPart('query'),
        ...(operation.body && { body: pickPart('body') }),
      }
      // The schema, made from the same contract, has judged the arguments.
      return client.call(id, input as Input<typeof id>, { signal })
    },
  }
}

/** The workflow up to an offer: the active sitting, or a new one, and its whole memory. */
function buildPrepareQuestionTool(): Tool {
  const args = listArguments(getOperation('restoreInterview'))
  return {
    ...describeTool('prepareQuestion', prepareQuestionDescription, args),
    isRead: false,
    run: async (client, { id }, signal) => {
      const artist = createArtistClient(client, String(id))
      const { session: saved, legacyOffers } = await artist.restore({ signal })
      const session = saved?.state === 'active' ? saved : await artist.start({ signal })
      const memory = await artist.readMemory(session.sitting, { signal })
      return { status: 'ok', session, legacyOffers, memory }
    },
  }
}

function describeTool(name: string, description: string, args: readonly Argument[]) {
  const schema = buildArgumentsSchema(args)
  return { name, description, inputSchema: inlineReferences(schema), validate: getValidator(schema) }
}

function getOperation(id: OperationId): Operation {
  const operation = operationContracts.get(id)
  if (operation === undefined) throw new Error(`The contract has no operation ${id}`)
  return operation
}
