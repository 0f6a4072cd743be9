/** This page's URL with one query parameter set or removed. */
export function withParameter(name: string, value: string | null): string {
  const url = new URL(location.href)
  if (value === null) url.searchParams.delete(name)
  else url.searchParams.set(name, value)
  return url.pathname + url.search
}
