/** What the service writes into the page: each is null where it is not served, `sample` outside of development. */
export type PageSettings = {
  environment: string
  guides: string | null
  /** The address below which each artist's public page is. */
  artistPages: string | null
  sample: { command: string; users: readonly { subject: string; role: string }[] } | null
}
