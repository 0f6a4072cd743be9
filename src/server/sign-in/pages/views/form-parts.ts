import { identityPaths } from '#contract/identity-page-paths.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import { formatShortTime } from '#server/platform/text/time-format.ts'
import { formToken } from './layout.ts'

export type Field = {
  name: string
  label: string
  type: 'email' | 'password' | 'text'
  /** `numeric` shows digits only on the keyboard of a phone. */
  inputmode?: 'numeric'
  autocomplete: string
  value?: string
  isOptional?: boolean
  /** Shown below the field, unless it has an error. */
  hint?: string | undefined
}

/** Asks an account without a password for a recent sign-in instead. It has an error if the sign-in is too long ago. */
type RecentSignIn = { name: string; isRecentSignIn: true }

/** The validation errors of a form, by the name of the field. */
export type Errors = Readonly<Record<string, string | undefined>>

const maxLengths: Readonly<Record<Field['type'], number>> = { password: 1024, email: 254, text: 100 }

/** A labelled input with its hint and error, linked for screen readers. `formError`: the id of the form's error, if any. */
function field(part: Field, error?: string, focus?: boolean, formError?: string) {
  const { name, label, type, inputmode, autocomplete, value, isOptional, hint } = part
  const message = error ?? hint
  const kind = error === undefined ? 'hint' : 'error'
  const look = error === undefined ? 'small-print' : 'field-error'
  const describedBy = [focus && formError, message !== undefined && `${name}-${kind}`].filter(Boolean).join(' ')
  return html`
<div class="field">
<label for="${name}">${label}</label>
<div class="control"><input class="input" id="${name}" name="${name}" type="${type}" value="${value ?? ''}" autocomplete="${autocomplete}"${!isOptional && html` required`}
 maxlength="${maxLengths[type]}"${type === 'email' && html` inputmode="email" autocapitalize="none" spellcheck="false"`}${
   inputmode !== undefined && html` inputmode="${inputmode}"`
 }${
   describedBy !== '' && html` aria-describedby="${describedBy}"`
 }${error !== undefined && html` aria-invalid="true"`}${focus && html` autofocus`}></div>
${message !== undefined && html`<p class="${look}" id="${name}-${kind}">${message}</p>`}
</div>`
}

export function nameField(value: string, moreHint = ''): Field {
  const hint = `The name that others in the pool see.${moreHint}`
  return { name: 'name', label: 'Name', type: 'text', autocomplete: 'name', value, hint }
}

/** Confirms a change: the current password, or for an account without one a recent sign-in (docs/security.md, 21.4). */
export function currentPassword({ name, hasPassword }: { name: string; hasPassword: boolean }): Field | RecentSignIn {
  if (!hasPassword) return { name, isRecentSignIn: true }
  return { name, label: 'Current password', type: 'password', autocomplete: 'current-password' }
}

/** A form that posts to `path`. `novalidate`, so that our pages show the errors, with the same texts in every browser. */
export function form(parts: {
  path: string
  /** The text of the only button, or the HTML of several. */
  button: string | Html
  hidden?: Readonly<Record<string, string>>
  intro?: Html | false
  fields?: readonly (Field | RecentSignIn | false)[]
  /** An error about the whole form. */
  error?: Html | string | undefined
  errors?: Errors
  /** The name of the field that has the focus if none is invalid. */
  focus?: string | undefined
}): Html {
  const { path, button, intro, error, errors = {}, focus } = parts
  const fields = (parts.fields ?? []).filter((part) => part !== false)
  const focused = fields.find(({ name }) => errors[name] !== undefined)?.name ?? focus
  return html`
${error !== undefined && html`<p class="field-error aside" data-error role="alert" id="form-error">${error}</p>`}
<form method="post" action="${path}" novalidate>
${Object.entries({ token: formToken, ...parts.hidden }).map(hiddenInput)}
${intro}
${fields.map((part) =>
  'isRecentSignIn' in part
    ? signInAgain(errors[part.name])
    : field(part, errors[part.name], part.name === focused, error && 'form-error'),
)}
${typeof button === 'string' ? html`<button class="button">${button}</button>` : button}
</form>`
}

/** Password managers find the account in the field `username`. */
function hiddenInput([name, value]: [string, string]): Html {
  return html`<input type="hidden" name="${name}" value="${value}"${name === 'username' && html` autocomplete="username"`}>`
}

function signInAgain(error: string | undefined): Html {
  if (error === undefined) return html``
  return html`<p class="field-error aside" data-error role="alert">${error} <a href="${identityPaths.signInAgain}">Sign in again</a></p>`
}

/** A moment, as `text` until the script of the page has replaced it with the viewer's time. */
export function time(at: string | Date, text = formatShortTime(new Date(at))): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${text}</time>`
}

/** Formats a delay in seconds: "in 5 minutes". */
export function formatRetryDelay(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 1 ? 'in a minute' : `in ${minutes} minutes`
}
