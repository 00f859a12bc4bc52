/**
 * What the service writes into the page. `sample` is there on a developer's machine alone, `guides` and `artistPages`,
 * the address below which each artist's public page is, where they are served.
 */
export type PageSettings = {
  environment: string
  guides: string | null
  artistPages: string | null
  sample: {
    command: string
    users: readonly { subject: string; role: string }[]
  } | null
}
