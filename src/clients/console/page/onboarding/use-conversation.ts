import { useState } from 'preact/hooks'
import { RequestError } from '../api/request-error.ts'
import type { Schemas } from '../api/shapes.ts'
import { useSave } from '../api/use-save.ts'
import { applyEvent, type ConversationState, isEnded, newTurn } from './conversation.ts'
import { takeTurn } from './take-turn.ts'

type Turn = Schemas['OnboardingTurn']

/** The onboarding of an artist, turn by turn: `shown` is where it stands, `live` the turn that is being taken. */
export function useConversation(artistId: string) {
  const { saving, run, isBusy } = useSave()
  const [shown, setShown] = useState<ConversationState>(newTurn)
  const [live, setLive] = useState<ConversationState>()
  const [latest, setLatest] = useState<Turn>({ type: 'open' })

  async function follow(turn: Turn): Promise<ConversationState> {
    let now = newTurn
    for await (const event of takeTurn(artistId, turn)) {
      now = applyEvent(now, event)
      setLive(now)
    }
    if (!isEnded(now)) throw new RequestError('unreadable', 'The conversation was cut off; what you did is kept')
    return now
  }

  /** Whether the turn was taken. A turn out of order leads to the step at which the onboarding really is. */
  async function take(turn: Turn): Promise<boolean> {
    setLatest(turn)
    const refusal = await run(
      async () => {
        const ended = await follow(turn)
        const { failure } = ended
        if (failure !== undefined) throw new RequestError(failure.code, failure.error, 409)
        setShown((before) => (ended.choices.length > 0 ? ended : { ...ended, choices: before.choices }))
      },
      turn.type === 'open' ? 'Ready' : 'Saved',
    )
    if (refusal?.code === 'state_changed') await follow({ type: 'open' }).then(setShown, () => {})
    setLive(undefined)
    return refusal === undefined
  }
  return { shown, live, take, takeLatest: () => take(latest), saving, isBusy }
}
