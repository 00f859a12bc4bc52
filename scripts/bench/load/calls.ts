import type { Answer, Artist } from './artists.ts'

export type Session = { id: string; sitting: number }
export type OfferedQuestion = { id: string; revision: string }

/** What a load is made of, over one connection; each call throws unless it succeeded. */
export type Calls = {
  read: (answer: Answer) => Promise<void>
  /** The new revision. */
  revise: (answer: Answer, text: string) => Promise<string>
  start: (artist: Artist) => Promise<Session>
  offer: (artist: Artist, session: Session, snapshotId: string) => Promise<OfferedQuestion>
  /** The revision of the answered question. */
  answer: (artist: Artist, question: OfferedQuestion, text: string) => Promise<string>
  finish: (artist: Artist, session: Session) => Promise<void>
}
