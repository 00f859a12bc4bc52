import type { Schemas } from '../api/shapes.ts'
import { countCodePoints } from '../text/windows.ts'

type Named = Pick<Schemas['Source'], 'kind' | 'title' | 'description' | 'url'>

/** How many characters of a text without a title are its name. */
const nameCodePointsMax = 70

const namesOfKinds = { vault: 'An article or file', social_caption: 'A post', reel_transcript: 'A video' } as const

/** What sort of text a source is, in words that need no explanation. */
export const sourceKinds: Record<Schemas['SourceKind'], string> = {
  vault: 'article or file',
  social_caption: 'text under a post',
  reel_transcript: 'words said in a video',
}

/** What a source is called: its title or, as posts have none, the beginning of its words. */
export function nameSource({ kind, title, description, url }: Named): string {
  if (title !== null && title.trim() !== '') return title
  const words = (description ?? '').trim().replace(/\s+/g, ' ')
  if (words === '') return url ?? `${namesOfKinds[kind]} without a title`
  return `${namesOfKinds[kind]}: ${countCodePoints(words) > nameCodePointsMax ? `${[...words].slice(0, nameCodePointsMax).join('').trimEnd()}…` : words}`
}
