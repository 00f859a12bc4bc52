import { html } from '../html.ts'
import { drawChart, type Mark } from './chart.ts'
import { kinds } from './entries.ts'
import { type DatedEntry, getYear, toMs } from './years.ts'

const laneHeight = 46
const axisHeight = 24
const radiusMax = 9

/** The area of a mark grows with what it stands for. */
const computeRadius = ({ count }: Mark) => Math.min(radiusMax, 3 + 1.5 * Math.sqrt(count))

/** The entries drawn along the years, a lane for each kind; the list below says the same in words. */
export function TimelineChart({ entries }: { entries: readonly DatedEntry[] }) {
  const { lanes, ticks } = drawChart(entries)
  const height = lanes.length * laneHeight
  return html`<svg class="timeline-chart" role="img" width="100%" height=${height + axisHeight} aria-label=${describe(entries)}>
    ${ticks.map(
      ({ percent, year }) => html`<line class="tick" x1="${percent}%" x2="${percent}%" y1="0" y2=${height} />
      <text class="year" x="${percent}%" y=${height + 17} text-anchor=${percent > 95 ? 'end' : percent < 5 ? 'start' : 'middle'}>${year}</text>`,
    )}
    ${lanes.map(
      ({ kind, marks }, at) => html`<g transform="translate(0 ${at * laneHeight})">
      <text class="lane" x="0" y="14">${kinds[kind]}</text>
      <line x1="0" x2="100%" y1="31" y2="31" />
      ${marks.map((mark) => html`<circle cx="${mark.percent}%" cy="31" r=${computeRadius(mark)} />`)}
    </g>`,
    )}
  </svg>`
}

function describe(entries: readonly DatedEntry[]): string {
  const counted = Object.entries(kinds)
    .map(([kind, label]) => [entries.filter((entry) => entry.kind === kind), label] as const)
    .filter(([those]) => those.length > 0)
  const inWords = counted.map(([those, label]) => {
    const [first, last] = [those.toSorted((a, b) => toMs(a.at) - toMs(b.at))].flatMap((all) => [all[0], all.at(-1)])
    const [from, to] = [getYear(first?.at ?? ''), getYear(last?.at ?? '')]
    return `${label}: ${those.length}, ${from === to ? `in ${from}` : `from ${from} to ${to}`}`
  })
  return `Drawn along the years. ${inWords.join('. ')}.`
}
