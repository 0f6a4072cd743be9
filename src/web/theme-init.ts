/**
 * Runs before the first paint and sets the chosen theme, so that the page never flashes in the other one. It must not
 * import anything: see `scripts/inline-script-plugin.ts`.
 */
try {
  const chosen = localStorage.getItem('theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen
} catch {
  // If storage is blocked, the system's theme applies.
}
