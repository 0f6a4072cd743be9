/**
 * Runs before the first paint and sets the theme that was chosen by hand, so that the page never flashes in the
 * other one. It stands alone: no imports, see `scripts/inline-script-plugin.ts`.
 */
try {
  const chosen = localStorage.getItem('theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen
} catch {
  // Storage may be switched off; the system's theme is right then.
}
