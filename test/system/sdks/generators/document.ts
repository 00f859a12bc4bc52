import { fileURLToPath } from 'node:url'

/** The bundled document, which every generator reads. */
export const documentPath = fileURLToPath(new URL('../../../../openapi/bundle/openapi.json', import.meta.url))

/** A program of a package that the repository installs. */
export const getProgramPath = (path: string) =>
  fileURLToPath(new URL(`../../../../node_modules/${path}`, import.meta.url))

/** The default address of a generated client: its generators take no relative server for an address. */
export const defaultBaseUrl = 'http://127.0.0.1:3000'
