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

/** If the page may not write to the clipboard, it shows the token so that the user can copy it. */
export const copyTokenScript = `
const output = document.querySelector('output')
for (const button of document.querySelectorAll('[data-subject]')) button.onclick = async () => {
  const { subject } = button.dataset
  output.textContent = ''
  try {
    const response = await fetch('/development/tokens/' + subject, { method: 'POST' })
    if (!response.ok) throw new Error(response.status)
    const { token } = await response.json()
    const copied = await navigator.clipboard.writeText(token).then(() => true, () => false)
    output.textContent = copied ? 'Copied. It is good for an hour.' : token
  } catch {
    output.textContent = 'The service gave no token'
  }
}
`
