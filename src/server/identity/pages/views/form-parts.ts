import { type Html, html } from '#server/http/html.ts'

type Field = {
  name: string
  label: string
  type: 'email' | 'password' | 'text'
  /** `numeric` shows digits only on the keyboard of a phone. */
  inputmode?: 'numeric' | undefined
  autocomplete: string
  value?: string | undefined
  /** Shown below the field while there is no error. */
  hint?: string | undefined
  /** The validation error of the field. */
  error?: string | undefined
  focus?: boolean | undefined
}

const maxLengths: Readonly<Record<Field['type'], number>> = { password: 1024, email: 254, text: 100 }

/** A labelled input with its hint or error, linked for screen readers. */
export function field({ name, label, type, inputmode, autocomplete, value, hint, error, focus }: Field): Html {
  const described = [error !== undefined && `${name}-error`, hint !== undefined && `${name}-hint`].filter(Boolean)
  return html`
<div class="field">
<label for="${name}">${label}</label>
<div class="input"><input id="${name}" name="${name}" type="${type}" value="${value ?? ''}" autocomplete="${autocomplete}" required
 maxlength="${maxLengths[type]}"${type === 'email' && html` inputmode="email" autocapitalize="none" spellcheck="false"`}${
   inputmode !== undefined && html` inputmode="${inputmode}"`
 }${
   described.length > 0 && html` aria-describedby="${described.join(' ')}"`
 }${error !== undefined && html` aria-invalid="true"`}${focus && html` autofocus`}></div>
${error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`}
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
</div>`
}

/** A form that posts to `path`. `novalidate`, so that our pages show the errors, with the same texts in every browser. */
export function form(parts: { path: string; token: string; button: string; body: Html }): Html {
  return html`
<form method="post" action="${parts.path}" novalidate>
<input type="hidden" name="token" value="${parts.token}">
${parts.body}
<button>${parts.button}</button>
</form>`
}

/** An error about the whole form. */
export function formError(text: Html | string | undefined): Html {
  return text === undefined ? html`` : html`<p class="error form-error" role="alert">${text}</p>`
}

/** Formats a delay in seconds: "in 5 minutes". */
export function formatRetryDelay(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 1 ? 'in a minute' : `in ${minutes} minutes`
}

export function findFirstInvalidField<Name extends string>(
  errors: Partial<Record<Name, string>>,
  order: readonly Name[],
): Name | undefined {
  return order.find((name) => errors[name] !== undefined)
}
