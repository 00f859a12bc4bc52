import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Timestamp } from '../parts/Timestamp.ts'
import { formatRoute } from '../route.ts'

/** The page is published, and what can be done from here on. */
export function Completed({ publishedAt }: { publishedAt: string | null }) {
  const id = useArtist()
  return html`<section class="card" aria-labelledby="onboarding-step">
    <h2 id="onboarding-step" tabindex="-1">The page is published</h2>
    <p><span class="ok">✓</span> <${Timestamp} at=${publishedAt} /></p>
    <p>Read the <a href=${formatRoute(id, 'lore')}>Lore</a>, revise the <a href=${formatRoute(id, 'answers')}>answers</a>, or hold a <a href=${formatRoute(id, 'sitting')}>sitting</a>.</p>
  </section>`
}
