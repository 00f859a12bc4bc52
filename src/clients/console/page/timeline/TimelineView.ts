import { useMemo, useState } from 'preact/hooks'
import { useLoad } from '../api/use-load.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { ErrorMessage } from '../parts/ErrorMessage.ts'
import { Heading } from '../parts/Heading.ts'
import { Loading } from '../parts/Loading.ts'
import {
  kinds,
  type TimelineKind,
  toAnswerEntries,
  toLoreEntries,
  toSittingEntries,
  toSourceEntries,
} from './entries.ts'
import { readTimeline } from './read-timeline.ts'
import { TimelineChart } from './TimelineChart.ts'
import { TimelineList } from './TimelineList.ts'
import { useAnswerVersions } from './use-answer-versions.ts'
import { isDated } from './years.ts'

/** What happened when: sources, sittings, answers with their later wordings, and the Lore; drawn, and as a list. */
export function TimelineView() {
  const id = useArtist()
  const load = useLoad(() => readTimeline(id), [id])
  const [hidden, setHidden] = useState<readonly TimelineKind[]>([])
  const answers = useMemo(
    () => load.data?.groups.flatMap(({ questions }) => questions).filter(({ answer }) => answer !== null),
    [load.data],
  )
  const versions = useAnswerVersions(
    id,
    answers?.map((asked) => asked.id),
  )
  const entries = useMemo(() => {
    const { groups = [], sources = [], loreVersions = [] } = load.data ?? {}
    const wordings = (answers ?? []).flatMap((asked) => toAnswerEntries(asked, versions.byAnswer.get(asked.id)))
    return [...toSourceEntries(sources), ...toSittingEntries(groups), ...wordings, ...toLoreEntries(loreVersions)]
  }, [load.data, versions.byAnswer])
  const shown = entries.filter(({ kind }) => !hidden.includes(kind))
  return html`<${Heading}>Timeline</${Heading}>
    <${Loading} load=${load} what="the timeline">
      ${
        entries.length === 0
          ? html`<p class="hint">Nothing has happened yet: no sitting, no source, no Lore.</p>`
          : html`<${KindFilter} hidden=${hidden} onHide=${setHidden} />
      <div class="card timeline-card">${shown.some(isDated) ? html`<${TimelineChart} entries=${shown.filter(isDated)} />` : html`<p class="hint">Nothing with a date is chosen.</p>`}
      <p class="hint" role="status">${versions.isDone ? '' : 'Reading earlier wordings of the answers…'}</p>
      <${ErrorMessage} refusal=${versions.refusal} /></div>
      <${TimelineList} entries=${shown} />`
      }
    </${Loading}>`
}

type FilterProps = { hidden: readonly TimelineKind[]; onHide: (hidden: readonly TimelineKind[]) => void }

const KindFilter = ({
  hidden,
  onHide,
}: FilterProps) => html`<fieldset class="row kinds"><legend class="unseen">What is shown</legend>
  ${Object.entries(kinds).map(
    ([
      kind,
      label,
    ]) => html`<label class="choice"><input type="checkbox" checked=${!hidden.includes(kind as TimelineKind)}
      onChange=${(event: Event) => {
        const others = hidden.filter((one) => one !== kind)
        onHide((event.currentTarget as HTMLInputElement).checked ? others : [...others, kind as TimelineKind])
      }} /> ${label}</label>`,
  )}</fieldset>`
