import { useEffect } from 'preact/hooks'
import { client, useArtist, useLoad } from '../api/index.ts'
import { Loading } from '../parts/index.ts'
import { formatRoute, replaceRoute, type ViewProps } from './route.ts'

/** Leads on to the set-up until the page is published, then to the interview. */
export function Landing(_: ViewProps) {
  const { id } = useArtist()
  const load = useLoad(() => client.call('readOnboardingState', { path: { artistId: id } }), [id])
  useEffect(() => {
    if (load.data !== undefined) replaceRoute(formatRoute(id, load.data.complete ? 'interview' : 'setup'))
  }, [load.data])
  return (
    <Loading load={load} what="how far the set-up is">
      {() => null}
    </Loading>
  )
}
