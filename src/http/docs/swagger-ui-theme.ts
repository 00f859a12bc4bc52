/**
 * Swagger UI focuses the last box of its dialog, which takes the research key: a token pasted there would be a wrong
 * key, which is 401 even beside a good token. This leads to the first one, which is for the token.
 */
export const focusFirstFieldScript = `document.addEventListener('click', ({ target }) => {
  if (target.closest('.auth-wrapper > .authorize, .authorization__btn') === null) return
  setTimeout(() => document.querySelector('.auth-container input')?.focus())
})
`

/**
 * A phone has no room for the third column of the responses, the links to what comes next: it would push the page
 * aside.
 */
export const narrowScreenStyles = `@media (max-width: 640px) {
  .swagger-ui .responses-table .response-col_links { display: none }
}
`
