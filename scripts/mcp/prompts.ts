/** The prompt by which a person starts a sitting from an agent's menu. */
export const holdSitting = {
  name: 'hold_sitting',
  title: 'Hold a sitting',
  description:
    'Interview an artist: at most three questions, each from exact evidence, answers saved as they are given.',
  arguments: [
    { name: 'artist', description: 'Name or id of the artist; without it, the artist of the token', required: false },
    { name: 'topic', description: 'What the person would like to talk about', required: false },
  ],
}

/** The steps of a sitting, for the artist and the topic where the person names them. */
export function viewHoldSitting({ artist, topic }: { artist?: string | undefined; topic?: string | undefined }) {
  const about = topic ? ` The person would like to talk about: ${topic}.` : ''
  const text = `Hold an interview sitting with ${artist ? `the artist ${artist}` : 'the artist whom listMyArtists names'}.${about}

1. listMyArtists gives the artist's id. Ask which artist, if there are several and none is named.
2. prepareQuestion starts or continues the sitting. Read its whole memory: never ask what a boundary leaves out, never
   repeat as true what a correction calls wrong, and build on the newest answer.
3. searchArtistEvidence finds passages. Choose one with something left to tell, and write one short, open question about it.
4. offerInterviewQuestion with memorySnapshotId, nextOrdinal and the reference: sourceId, revision, start, end and the
   exact quote of that window, 8 to 1600 characters. Then ask the person the question, in its exact words.
5. saveInterviewAnswer with the person's exact words: nothing corrected, shortened or translated. null is a skip.
   If the person wants it changed, reviseInterviewResponse with the newest revision.
   If the person wants something left out from now on, saveInterviewBoundary with the person's own words and the
   questionKey general; with the key of a question only if its whole answer is to stay out of the profile, too.
   If the person says that a sentence of the profile is wrong, readArtistLore and correctLore.
6. Go on at 2, until the person stops or nextOrdinal is null. Then finishInterviewSitting, and say what was saved.`
  return {
    description: holdSitting.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
  }
}
