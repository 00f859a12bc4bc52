import { client, type Schemas, useArtist } from '../api/index.ts'
import { formatRoute } from '../app/route.ts'
import { Action } from '../parts/index.ts'

type Lore = Schemas['LoreText']
type Props = { lore: Lore; publishedRevision: string | null; onPublished: () => Promise<void> }

/** What a version is to visitors, and publishing it; what a boundary or correction rules out is shown first. */
export function Publishing({ lore, publishedRevision, onPublished }: Props) {
  const { id } = useArtist()
  const { revision, state, excluded } = lore
  const publish = (choice: Schemas['ExclusionChoice']) => async () => {
    await client.call('publishLore', { path: { id }, body: { revision, publishedRevision, excluded: choice } })
    location.hash = formatRoute(id, 'page')
  }
  const shared = { onDone: onPublished, failed: 'Not published' }
  const label = state === 'earlier' ? 'Publish this version again' : 'Publish this version'
  if (state === 'published' && excluded.length === 0) return null
  return (
    <div class="notice stack screen-only">
      {state !== 'published' && <p>{states[state]}</p>}
      {excluded.length === 0 && <Action label={label} kind="primary" work={publish('refuse')} {...shared} />}
      {excluded.length > 0 && (
        <>
          <p>A boundary or a correction of yours rules out what stands here:</p>
          <ul>
            {excluded.map(({ start, text, replacement }) => (
              <li key={start}>
                <del>{text}</del> {replacement !== null && <ins>{replacement}</ins>}
              </li>
            ))}
          </ul>
          <div class="row">
            <Action label="Publish without it" kind="primary" work={publish('leave_out')} {...shared} />
            {state !== 'published' && <Action label="Publish it all the same" work={publish('keep')} {...shared} />}
          </div>
        </>
      )}
    </div>
  )
}

const states = {
  proposal: 'This version is new, and visitors do not see it until you publish it.',
  earlier: 'This is an earlier version; visitors read another one.',
} as const
