import { textLocale } from '#domain/text/format.ts'

/**
 * Gives every password field a button that shows what was typed, and shows times in the viewer's zone, as the browser
 * app does. The pages work without it.
 */
export const pageScript = `const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
const time = new Intl.DateTimeFormat('${textLocale}', {
  weekday: 'short', month: 'short', day: 'numeric', year: 'numeric',
  hour: 'numeric', minute: '2-digit', timeZoneName: 'short', hourCycle,
})
for (const element of document.querySelectorAll('time')) element.textContent = time.format(new Date(element.dateTime))
for (const input of document.querySelectorAll('input[type="password"]')) {
  const button = document.createElement('button')
  const verb = document.createElement('span')
  const rest = document.createElement('span')
  button.type = 'button'
  button.className = 'show'
  rest.className = 'visually-hidden'
  rest.textContent = ' ' + (input.labels[0]?.textContent.toLowerCase() ?? 'password')
  button.append(verb, rest)
  const setShown = (isShown) => {
    input.type = isShown ? 'text' : 'password'
    verb.textContent = isShown ? 'Hide' : 'Show'
  }
  setShown(false)
  button.addEventListener('click', () => setShown(input.type === 'password'))
  // Browsers remember what was sent from a text field.
  input.form?.addEventListener('submit', () => setShown(false))
  input.after(button)
}
`
