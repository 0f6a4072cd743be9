/** The style sheet of the API documentation. */
export const docsStyles = `/* The looks of the API documentation: the browser app's colours (its tokens.css), for a page without script. */
@font-face {
  font-family: "Archivo Text";
  src: url("/fonts/archivo-text.woff2") format("woff2");
  font-weight: 400 700;
  font-display: swap;
}
@font-face {
  font-family: "Archivo Wide";
  src: url("/fonts/archivo-wide.woff2") format("woff2");
  font-weight: 600 900;
  font-display: swap;
}

:root {
  color-scheme: light dark;
  --paper: light-dark(#f4f5f2, #0f1112);
  --paper-raised: light-dark(#fdfdfc, #191c1d);
  --ink: light-dark(#15181a, #ece7db);
  --ink-soft: light-dark(#4b5255, #aeaa9e);
  --hairline: light-dark(#cdd1cc, #32373a);
  --accent-strong: light-dark(#55308a, #cdb6f7);
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
  font-family: "Archivo Text", system-ui, sans-serif;
  line-height: 1.5;
  scroll-padding-top: 1rem;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}

body {
  overflow-wrap: anywhere;
}

a {
  color: var(--accent-strong);
  text-underline-offset: 0.15em;
}

:focus-visible {
  outline: 2px solid var(--accent-strong);
  outline-offset: 2px;
}

header {
  padding-inline: var(--gutter);
  border-bottom: 1px solid var(--ink);
}

.mark {
  display: inline-flex;
  align-items: center;
  min-height: 60px;
  color: var(--ink);
  font-family: "Archivo Wide", "Archivo Text", system-ui, sans-serif;
  font-size: 1.375rem;
  font-weight: 800;
  letter-spacing: -0.03em;
  text-decoration: none;
}

.columns {
  display: grid;
  gap: 1.5rem 3rem;
  max-width: 78rem;
  padding: 1.5rem var(--gutter) 4rem;
}

main,
section,
article {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
}

main {
  gap: 1rem;
  max-width: 52rem;
}

section {
  gap: 1.5rem;
  margin-top: 2rem;
}

article {
  gap: 0.75rem;
  padding-top: 1.25rem;
  border-top: 1px solid var(--hairline);
}

article:target {
  border-top: 2px solid var(--accent-strong);
}

h1,
h2,
h3 {
  font-family: "Archivo Wide", "Archivo Text", system-ui, sans-serif;
  font-weight: 800;
  letter-spacing: -0.012em;
  line-height: 1.15;
  text-wrap: balance;
}

h1 {
  font-size: 2rem;
}

h2 {
  font-size: 1.5rem;
}

section > h2[id^="tag-"],
.tag {
  text-transform: capitalize;
}

h3 {
  font-size: 1.125rem;
}

h4 {
  color: var(--ink-soft);
  font-size: 0.8125rem;
  font-weight: 600;
}

code {
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  font-size: 0.875em;
}

.call {
  padding: 0.5rem 0.75rem;
  background: var(--paper-raised);
  border: 1px solid var(--hairline);
  border-radius: 4px;
}

.id,
i {
  color: var(--ink-soft);
  font-style: normal;
}

ul {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 0.25rem;
  padding-inline-start: 1.25rem;
}

.fields {
  padding-inline-start: 1rem;
  border-inline-start: 1px solid var(--hairline);
  list-style: none;
}

dl {
  display: grid;
  grid-template-columns: 4.5rem minmax(0, 1fr);
  gap: 0.5rem 1rem;
}

dt {
  font-weight: 600;
}

dd > * + * {
  margin-top: 0.25rem;
}

dd > ul:not(.fields) {
  padding-inline-start: 0;
  list-style: none;
}

nav ul {
  padding-inline-start: 0;
  list-style: none;
}

nav ul ul {
  padding-inline-start: 0.75rem;
}

nav a {
  display: inline-block;
  padding-block: 0.125rem;
  text-decoration: none;
}

nav a:hover {
  text-decoration: underline;
}

summary {
  margin-bottom: 0.5rem;
  font-weight: 600;
  cursor: pointer;
}

@media (width >= 60rem) {
  .columns {
    grid-template-columns: 17rem minmax(0, 1fr);
  }

  nav {
    position: sticky;
    top: 0;
    max-height: 100vh;
    padding-block: 1rem;
    overflow-y: auto;
    font-size: 0.9375rem;
  }

  nav details::details-content {
    content-visibility: visible;
  }
}
`
