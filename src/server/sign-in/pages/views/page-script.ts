import { textLocale } from '#domain/text/format.ts'

/**
 * Gives every password field a button that shows what was typed, and shows times in the viewer's zone, as the browser
 * app does. Asks the browser for passkeys. The pages work without it.
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
const passkey = document.querySelector('[data-passkey]')
if (passkey && window.PublicKeyCredential?.parseCreationOptionsFromJSON) {
  const options = JSON.parse(passkey.dataset.passkey)
  const ask = async (mediation) => {
    const { response } = passkey.form.elements
    try {
      const credential = options.user
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({ mediation, publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
      response.value = JSON.stringify(credential)
    } catch {
      // The person goes on with the password, or is told that no passkey was added.
    }
    if (response.value || options.user) passkey.form.requestSubmit(passkey)
  }
  passkey.addEventListener('click', (event) => {
    event.preventDefault()
    ask()
  })
  document.querySelector('[data-no-passkey]')?.remove()
  const inField = options.user ? undefined : PublicKeyCredential.isConditionalMediationAvailable?.()
  Promise.resolve(inField).then((isOffered) => {
    if (isOffered) ask('conditional')
    else passkey.hidden = false
  })
}
`
