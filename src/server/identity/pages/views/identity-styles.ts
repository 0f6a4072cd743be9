/** The style sheet of the pages below /Identity. */
export const identityStyles = `/*
  The looks of the sign-in pages: the browser app’s colours and measures (its tokens.css), for pages that need no
  script. The theme is the system’s; the app’s own switch is kept where these pages cannot read it.
*/
:root {
  color-scheme: light dark;
  --paper: light-dark(#f4f5f2, #0f1112);
  --paper-raised: light-dark(#fdfdfc, #191c1d);
  --ink: light-dark(#15181a, #ece7db);
  --ink-soft: light-dark(#4b5255, #aeaa9e);
  --hairline: light-dark(#cdd1cc, #32373a);
  --field-line: light-dark(#7c8386, #7d8180);
  --accent: light-dark(#6b3fa0, #b99af0);
  --accent-strong: light-dark(#55308a, #cdb6f7);
  --accent-ink: light-dark(#ffffff, #150a24);
  --accent-wash: light-dark(#ece6f3, #221b2e);
  --invalid: light-dark(#b4291f, #f58577);
  --font-text: "Archivo Text", "Archivo Text Fallback", system-ui, sans-serif;
  --font-wide: "Archivo Wide", "Archivo Wide Fallback", "Archivo Text", system-ui, sans-serif;
  --gutter: clamp(1rem, 3.5vw, 2.5rem);
}

*,
*::before,
*::after {
  box-sizing: border-box;
}

* {
  margin: 0;
}

html {
  background: var(--paper);
  color: var(--ink);
  font-family: var(--font-text);
  line-height: 1.5;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}

body {
  min-height: 100svh;
  overflow-wrap: break-word;
}

header {
  border-bottom: 1px solid var(--ink);
  padding-inline: var(--gutter);
}

.mark {
  display: inline-flex;
  align-items: center;
  min-height: 60px;
  color: var(--ink);
  font-family: var(--font-wide);
  font-size: 1.375rem;
  font-weight: 800;
  letter-spacing: -0.03em;
  text-decoration: none;
}

.mark img {
  width: auto;
  max-width: 60vw;
  height: 2.25rem;
  margin-inline-end: 0.75rem;
  object-fit: contain;
}

.outbound {
  padding: 0.5rem var(--gutter);
  background: var(--accent-wash);
  border-bottom: 1px solid var(--hairline);
  font-weight: 650;
}

main {
  display: grid;
  gap: 1.5rem;
  max-width: calc(26rem + 2 * var(--gutter));
  padding: clamp(1.75rem, 6vh, 4.5rem) var(--gutter) 4rem;
}

h1,
h2 {
  font-family: var(--font-wide);
  font-weight: 800;
  letter-spacing: -0.012em;
  line-height: 1.1;
  text-wrap: balance;
}

h1 {
  font-size: clamp(1.75rem, 1.4rem + 2vw, 2.5rem);
}

h2 {
  font-size: 1.25rem;
}

p {
  text-wrap: pretty;
}

section {
  display: grid;
  gap: 1.25rem;
  border-top: 1px solid var(--hairline);
  padding-top: 1.5rem;
}

form {
  display: grid;
  gap: 1.25rem;
}

.field {
  display: grid;
  gap: 0.25rem;
}

label {
  font-size: 0.875rem;
  font-weight: 650;
}

input {
  width: 100%;
  min-height: 48px;
  padding: 0.5rem 0.75rem;
  background: var(--paper-raised);
  border: 1px solid var(--field-line);
  border-radius: 2px;
  color: inherit;
  font: inherit;
}

.box {
  display: flex;
  gap: 0.75rem;
  align-items: center;
  min-height: 44px;
  font-weight: 400;
}

.box input {
  flex: none;
  width: 1.25rem;
  min-height: 1.25rem;
}

.input {
  display: grid;
  position: relative;
}

.input:has(.show) input {
  padding-inline-end: 4.75rem;
}

/* Inside its field, which has the border. */
.input .show {
  position: absolute;
  inset: 2px 2px 2px auto;
  width: auto;
  min-height: 44px;
  padding: 0 1rem;
  background: transparent;
  border: 0;
  color: var(--accent);
  font-size: 0.875rem;
}

.visually-hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

input[aria-invalid="true"] {
  border-color: var(--invalid);
  box-shadow: inset 0 0 0 1px var(--invalid);
}

.hint {
  color: var(--ink-soft);
  font-size: 0.875rem;
}

.error {
  color: var(--invalid);
  font-size: 0.875rem;
  font-weight: 650;
}

.form-error {
  border-left: 3px solid var(--invalid);
  padding-left: 0.75rem;
  font-size: 1rem;
}

.said {
  background: var(--accent-wash);
  border-left: 3px solid var(--accent);
  padding: 0.75rem;
}

.warning {
  border: 1px solid var(--invalid);
  border-left-width: 3px;
  padding: 0.75rem;
}

button,
.button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  justify-self: start;
  min-height: 48px;
  padding: 0 1.5rem;
  background: var(--accent);
  border: 1px solid var(--accent);
  border-radius: 2px;
  color: var(--accent-ink);
  cursor: pointer;
  font: inherit;
  font-weight: 650;
  text-decoration: none;
}

button:hover,
.button:hover {
  background: var(--accent-strong);
  border-color: var(--accent-strong);
}

/* If several forms share a page, none of them has the primary button. */
section button,
.secondary {
  background: transparent;
  border-color: var(--field-line);
  color: var(--ink);
}

section button:hover,
.secondary:hover {
  background: transparent;
  border-color: var(--ink);
}

.actions {
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem;
}

/* Other ways to sign in, as wide as the form. */
.upstreams {
  display: grid;
  gap: 0.75rem;
}

.upstreams .button {
  justify-self: stretch;
  text-align: center;
}

.or {
  display: flex;
  align-items: center;
  gap: 0.75rem;
  color: var(--ink-soft);
  font-size: 0.875rem;
}

.or::before,
.or::after {
  flex: 1;
  border-top: 1px solid var(--hairline);
  content: "";
}

/* Dark modules on a light ground in both themes: many cameras read nothing else. */
.qr svg {
  display: block;
  width: min(100%, 15rem);
}

.key,
.codes {
  font-variant-numeric: tabular-nums;
  font-weight: 650;
  letter-spacing: 0.04em;
}

.codes {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr));
  gap: 0.5rem 1.5rem;
  padding: 0;
  list-style: none;
}

.links {
  display: flex;
  flex-wrap: wrap;
  column-gap: 1.5rem;
  border-top: 1px solid var(--hairline);
  padding-top: 0.5rem;
}

.links a {
  display: inline-flex;
  align-items: center;
  min-height: 44px;
}

.newcomers {
  display: grid;
  gap: 0.75rem;
  border-top: 1px solid var(--hairline);
  padding-top: 1.5rem;
}

main a:not(.button) {
  color: var(--accent);
  text-decoration-thickness: 1px;
  text-underline-offset: 0.2em;
}

main a:not(.button):hover {
  color: var(--accent-strong);
  text-decoration-thickness: 2px;
}

:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}

.sessions {
  display: grid;
  gap: 1rem;
  padding: 0;
  list-style: none;
}

.sessions li {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  column-gap: 1rem;
}

/* Even without a button next to them. */
.sessions p {
  grid-column: 1;
}

.sessions form,
.sessions .button {
  grid-area: 1 / 2 / span 2;
}

/* On phones, the button is as wide as the fields, within reach of either thumb. */
@media (max-width: 30rem) {
  button,
  .button {
    width: 100%;
  }
}

/* On wide screens, the form is in the upper middle. */
@media (min-width: 48rem) {
  main {
    margin-inline: auto;
  }

  /* Several forms: their headings form a separate column. */
  main:has(section) {
    max-width: calc(42rem + 2 * var(--gutter));
  }

  section {
    grid-template-columns: 12rem minmax(0, 1fr);
    column-gap: 2rem;
  }

  section > h2 {
    grid-row: span 2;
  }

  section > :not(h2) {
    grid-column: 2;
  }
}
`
