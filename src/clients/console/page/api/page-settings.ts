/** What the service has written into the page. */
type Settings = {
  environment: string
  /** The address of the guides, where the service serves its documents. */
  guides: string | null
  /** The address below which each artist's public page is, where the service serves them. */
  artistPages: string | null
  sample: { command: string; users: readonly { subject: string; role: string }[] } | null
}

export const pageSettings: Settings = JSON.parse(document.getElementById('settings')?.textContent ?? '')

/** The service's address: the page's own, up to the path of the console. */
export const baseUrl = `${location.origin}${location.pathname.replace(/\/console\/?$/, '')}`
