import type { operations } from '../../../contract/types.gen.ts'

/** What the service has written into the page. */
type Settings = {
  environment: string
  /** The address of the guides, where the service serves its documents. */
  guides: string | null
  sample: {
    command: string
    users: readonly { subject: string; role: string }[]
  } | null
  operations: Record<keyof operations, [method: string, path: string]>
}

export const settings: Settings = JSON.parse(document.getElementById('settings')?.textContent ?? '')
