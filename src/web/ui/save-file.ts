/** Lets the browser save a file under this name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Leaves time for browsers that ask where to save the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
