/** A typical page: an article between a menu and a footer. */
export const renderPage = (article: string, head = '<title>Low Water | The Long Player</title>') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8">${head}</head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/reviews">All the reviews</a></li></ul></nav>
<main><article>${article}</article></main>
<footer><p>Copyright of the harbour press. <a href="/terms">Terms</a></p></footer>
<script>document.title = 'changed'</script></body></html>`

/** A paragraph long enough to count as one of an article. */
export const renderParagraph = (words: string) =>
  `<p>${words} It was carried down three flights of stairs, slowly, by two people who had agreed not to talk about it, ${'and then it was carried up again, past the neighbours, '.repeat(8)} because of the damp.</p>`
