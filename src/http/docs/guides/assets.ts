/** What a guide looks like beside what every page has: in columns, in one column on a narrow screen. */
export const styles = `:root { --line: light-dark(#d5dedd, #35504d); --accent: light-dark(#0b5c56, #6fd3c9); --soft: light-dark(#f3f7f6, #16221f) }
body { max-width: none; padding: 0; line-height: 1.6 }
header { padding: .75rem max(1rem, calc((100vw - 80rem) / 2)); border-bottom: 1px solid var(--line) }
header { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: baseline }
header nav { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center }
header nav a:first-child { font-weight: 700; text-decoration: none }
a { min-height: 24px }
.columns { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 0 3rem; max-width: 80rem; margin: 0 auto; padding: 0 1rem }
.guides { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 1.5rem 0; font-size: .94rem }
.guides summary { font-weight: 600; min-height: 24px }
.guides ul { list-style: none; margin: .5rem 0 0; padding: 0 }
.guides li { margin: 0 }
.guides a { display: block; padding: .25rem .75rem; border-left: 2px solid var(--line); color: inherit; text-decoration: none }
.guides a:hover { color: var(--accent) }
.guides a[aria-current] { border-color: var(--accent); color: var(--accent); font-weight: 600 }
main { min-width: 0; max-width: 52rem; padding: .5rem 0 4rem }
h1 { font-size: 2rem; line-height: 1.2 }
h2 { margin-top: 2.25rem; font-size: 1.4rem; line-height: 1.3 }
pre, .code { background: var(--soft); border: 1px solid var(--line); border-radius: 8px }
pre { padding: 1rem }
.code { display: flex; justify-content: space-between; align-items: start; margin: 1rem 0 }
.code pre { flex: 1; min-width: 0; margin: 0; border: 0 }
.code button { margin: .5rem; font-size: .85rem }
:not(pre) > code { background: var(--soft); padding: .1em .3em; border-radius: 4px }
button { font: inherit; min-height: 24px; padding: .1rem .75rem; border: 1px solid var(--line); border-radius: 6px; background: Canvas; color: var(--accent); cursor: pointer }
.table { overflow-x: auto }
table { border-collapse: collapse; overflow-wrap: normal; font-size: .94rem }
th, td { text-align: left; vertical-align: top; padding: .45rem 1rem .45rem 0; border-bottom: 1px solid var(--line) }
.hljs-comment { color: light-dark(#5b6b69, #93a5a2); font-style: italic }
.hljs-keyword, .hljs-built_in, .hljs-literal, .hljs-meta { color: light-dark(#8a2d6b, #f0a3d4) }
.hljs-string, .hljs-regexp { color: light-dark(#1b6a3a, #8fd6a4) }
.hljs-number, .hljs-attr, .hljs-variable { color: light-dark(#7a4b00, #e5b86c) }
.hljs-title, .hljs-type, .hljs-property { color: light-dark(#1f4f9c, #9cc2ff) }
@media (max-width: 50rem) {
  .columns { display: block }
  .guides { position: static; max-height: none; padding: 1rem 0 0 }
  .code { flex-direction: column-reverse; align-items: stretch }
  .code pre { padding-top: 0 }
  .code button { align-self: end }
  table { overflow-wrap: anywhere }
  th, td { min-width: 6.5rem; padding-right: .75rem }
}
`

/** A button on each block of code; on a narrow page the list of guides begins closed. */
export const copyCodeScript = `
for (const code of document.querySelectorAll('main pre')) {
  const box = document.createElement('div')
  box.className = 'code'
  code.replaceWith(box)
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy' })
  button.onclick = () => navigator.clipboard.writeText(code.textContent).then(() => { button.textContent = 'Copied' }, () => {})
  box.append(code, button)
}
if (matchMedia('(max-width: 50rem)').matches) document.querySelector('.guides details').open = false
`
