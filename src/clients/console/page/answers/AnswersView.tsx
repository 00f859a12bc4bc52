import { useEffect, useState } from 'preact/hooks'
import { client, useArtist, useLoad } from '../api/index.ts'
import { formatRoute, type ViewProps } from '../app/route.ts'
import { readHistory } from '../interview/history.ts'
import { Button, formatCount, Heading, Loading, SearchField, Timestamp } from '../parts/index.ts'
import { holdsAll, splitWords } from '../text/Found.tsx'
import { AskedCard } from './AskedCard.tsx'
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
      <Loading load={load} what="your answers" lines={8}>
        {(groups) => <Groups groups={groups} item={item} onChange={load.reload} />}
      </Loading>
    </>
  )
}

type GroupsProps = { groups: SittingGroup[]; item: string | undefined; onChange: () => Promise<void> }

function Groups({ groups, item, onChange }: GroupsProps) {
  const { id } = useArtist()
  const [query, setQuery] = useState('')
  const words = splitWords(query)
  const shown = filter(item === undefined ? groups : groups.filter((group) => toItem(group) === item), words)
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
      <SearchField label="Search the questions and answers" value={query} onValue={setQuery}>
        <Button label="Print" onClick={print} />
        {item !== undefined && <a href={formatRoute(id, 'answers')}>All interviews</a>}
      </SearchField>
      <p class="hint" role="status">
        {words.length > 0 && `${formatCount(count, 'question')} found`}
      </p>
      {shown.map((group) => (
        <section key={toItem(group)} class="sitting" aria-labelledby={`sitting-${toItem(group)}`}>
          <h2 id={`sitting-${toItem(group)}`}>
            <a href={formatRoute(id, 'answers', toItem(group))}>{toTitle(group)}</a>
          </h2>
          <p class="hint">
            {group.startedAt !== null && <Timestamp at={group.startedAt} />}
            {group.isActive && <a href={formatRoute(id, 'interview')}> go on with it</a>}
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
