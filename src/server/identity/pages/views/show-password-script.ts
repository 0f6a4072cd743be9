/** Gives every password field a button that shows what was typed. The pages work without it. */
export const showPasswordScript = `for (const input of document.querySelectorAll('input[type="password"]')) {
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
