import { useState } from 'preact/hooks'
import { type Schemas, useArtist, useSave } from '../api/index.ts'
import { type Conversation, readTurn } from './conversation.ts'

type Turn = Schemas['OnboardingTurn']

/** The onboarding of an artist, turn by turn: `shown` is where it stands, `live` the turn that is being taken. */
export function useConversation() {
  const { api } = useArtist()
  const { saving, run, isBusy } = useSave()
  const [shown, setShown] = useState(() => readTurn([]))
  const [live, setLive] = useState<Conversation>()
  const [refused, setRefused] = useState<string>()

  async function follow(turn: Turn): Promise<Conversation> {
    let events: Schemas['OnboardingEvent'][] = []
    for await (const event of api.takeTurn(turn)) {
      events = event.kind === 'resumed' ? [] : [...events, event]
      setLive(readTurn(events))
    }
    return readTurn(events)
  }

  /** Whether the turn was taken. A turn out of order leads to the step at which the onboarding really is. */
  async function take(turn: Turn): Promise<boolean> {
    setRefused(undefined)
    let isTaken = false
    await run(async () => {
      const ended = await follow(turn)
      isTaken = ended.failure === undefined
      setRefused(ended.failure?.error)
      if (!isTaken && ended.failure?.code !== 'state_changed') return
      setShown(isTaken ? ended : await follow({ type: 'open' }))
    }, '')
    setLive(undefined)
    return isTaken
  }
  return { shown, live, take, saving, isBusy, refused }
}

export type StepProps = { conversation: ReturnType<typeof useConversation> }
