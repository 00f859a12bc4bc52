import { useEffect, useState } from 'preact/hooks'
import { useArtist } from '../api/artist.ts'
import { client } from '../api/client.ts'
import { useLoad } from '../api/use-load.ts'
import { formatRoute, type ViewProps } from '../app/route.ts'
import { readHistory } from '../interview/history.ts'
import { Timestamp } from '../parts/dates.tsx'
import { formatCount, onSubmitOf } from '../parts/forms.ts'
import { Heading } from '../parts/Heading.tsx'
import { Loading } from '../parts/Loading.tsx'
import { saveFile, toFileName } from '../parts/save-file.ts'
import { holdsAll, splitWords } from '../text/Found.tsx'
import { AskedCard } from './AskedCard.tsx'
import { formatMarkdown } from './markdown.ts'
import { groupBySitting, type SittingGroup, toItem, toTitle } from './sittings.ts'

/** Every interview with its questions and answers, the newest first; or the one that the address names. */
export function AnswersView({ item }: ViewProps) {
  const { id, api } = useArtist()
  const load = useLoad(async () => {
    const [{ session }, history] = await Promise.all([api.restore(), readHistory(client, id)])
    return groupBySitting(history, session)
  }, [id])
  useEffect(() => scrollTo(0, 0), [item])
  return (
    <>
      <Heading key={item}>{item === undefined ? 'Answers' : toTitle({ sitting: Number(item) || null })}</Heading>
      {item !== undefined && (
        <p class="screen-only">
          <a href={formatRoute(id, 'answers')}>All interviews</a>
        </p>
      )}
      <Loading load={load} what="your answers" lines={8}>
        {(groups) => <Groups groups={groups} item={item} onChange={load.reload} />}
      </Loading>
    </>
  )
}

type GroupsProps = { groups: SittingGroup[]; item: string | undefined; onChange: () => Promise<void> }

function Groups({ groups, item, onChange }: GroupsProps) {
  const { id, name } = useArtist()
  const [query, setQuery] = useState('')
  const words = splitWords(query)
  const named = item === undefined ? groups : groups.filter((group) => toItem(group) === item)
  const shown = filter(named, words)
  const count = shown.reduce((sum, { questions }) => sum + questions.length, 0)
  if (groups.length === 0) {
    return (
      <p class="empty">
        You have not been asked anything yet. <a href={formatRoute(id, 'interview')}>Start an interview</a>
      </p>
    )
  }
  return (
    <>
      <search>
        <form class="row screen-only" onSubmit={onSubmitOf(() => {})}>
          <label class="grow">
            <span class="unseen">Search the questions and answers</span>
            <input
              type="search"
              placeholder="Search the questions and answers"
              value={query}
              onInput={(event) => setQuery(event.currentTarget.value)}
            />
          </label>
          <button type="button" onClick={print}>
            Print
          </button>
          <button
            type="button"
            onClick={() => saveFile(toFileName(name, 'answers'), 'text/markdown', formatMarkdown(name, shown))}
          >
            Save as Markdown
          </button>
        </form>
      </search>
      <p class="hint" role="status">
        {words.length > 0 && `${formatCount(count, 'question')} found`}
      </p>
      {shown.map((group) => (
        <section key={toItem(group)} class="sitting" aria-labelledby={`sitting-${toItem(group)}`}>
          <h2 id={`sitting-${toItem(group)}`}>
            {item === undefined ? (
              <a href={formatRoute(id, 'answers', toItem(group))}>{toTitle(group)}</a>
            ) : (
              'Questions and answers'
            )}
          </h2>
          <p class="hint">
            {group.startedAt !== null && <Timestamp at={group.startedAt} />}
            {group.isActive && (
              <>
                {' · '}
                <a href={formatRoute(id, 'interview')}>go on with it</a>
              </>
            )}
          </p>
          {group.questions.map((asked) => (
            <AskedCard key={asked.id} asked={asked} words={words} onChange={onChange} />
          ))}
        </section>
      ))}
    </>
  )
}

/** The questions that hold every word, in their question or their answer. */
const filter = (groups: readonly SittingGroup[], words: readonly string[]): SittingGroup[] =>
  groups
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ question, answer }) => holdsAll(`${question} ${answer ?? ''}`, words)),
    }))
    .filter(({ questions }) => words.length === 0 || questions.length > 0)
