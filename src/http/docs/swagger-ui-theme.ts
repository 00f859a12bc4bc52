/**
 * Swagger UI focuses the last field of its dialog, which takes the research key; a token pasted there is a 401 even
 * beside a valid token. This focuses the first field, the token's.
 */
export const focusFirstFieldScript = `document.addEventListener('click', ({ target }) => {
  if (target.closest('.auth-wrapper > .authorize, .authorization__btn') === null) return
  setTimeout(() => document.querySelector('.auth-container input')?.focus())
})
`

/**
 * There is one definition, so the bar above shows no list of them, and long lines of text and code end at the page. A
 * phone has no room for the third column of the responses, the links, nor for a section's two buttons beside its
 * heading: they would make the page scroll sideways.
 */
export const layoutStyles = `.swagger-ui .topbar .download-url-wrapper { display: none }
.swagger-ui .renderedMarkdown { max-width: 72rem; overflow-wrap: anywhere }
.swagger-ui pre, .swagger-ui .renderedMarkdown pre > code { white-space: pre-wrap; overflow-wrap: anywhere }
@media (max-width: 640px) {
  .swagger-ui .responses-table .response-col_links { display: none }
  .swagger-ui .opblock .opblock-section-header { flex-wrap: wrap }
}
`
