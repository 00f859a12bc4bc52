import { render } from 'preact'
import { joinOtherTabs } from './api/token.ts'
import { App } from './app/App.tsx'

const host = document.getElementById('console')
if (host !== null) {
  await joinOtherTabs()
  render(<App />, host)
}
