const leaf =
  '<rect width="16" height="16" rx="4" fill="#0b5c56"/><path d="M4 5h8M4 8h8M4 11h5" stroke="#fff" stroke-width="1.5"/>'

/** The tab's icon. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${leaf}</svg>`

/** The page's header. */
export const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 76 16" width="190" height="40">${leaf}
<text x="22" y="11.7" fill="#fff" font-family="system-ui, sans-serif" font-size="11" font-weight="600">Sittings</text></svg>`

export const iconAddress = `data:image/svg+xml,${encodeURIComponent(icon)}`
