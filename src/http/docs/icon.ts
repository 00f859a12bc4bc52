const leaf =
  '<rect width="16" height="16" rx="4" fill="#0b5c56"/><path d="M4 5h8M4 8h8M4 11h5" stroke="#fff" stroke-width="1.5"/>'

/** The tab's icon. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${leaf}</svg>`

export const iconAddress = `data:image/svg+xml,${encodeURIComponent(icon)}`
