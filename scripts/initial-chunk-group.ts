type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/**
 * Puts every module of the first paint, which `start` reaches without an `import()`, into one chunk. Otherwise the bundler
 * would split off modules shared with later screens, and each chunk would cost a request before the first paint. `later`
 * lists modules that packages export from their index but the first paint does not use.
 */
export function initialChunkGroup(name: string, start: string, later: RegExp) {
  let reached: ReadonlySet<string> | undefined
  return {
    debugName: name,
    name: (id: string, graph: Graph) => {
      reached ??= listReached(start, graph)
      return reached.has(id) && !later.test(id) ? name : null
    },
  }
}

function listReached(start: string, graph: Graph): Set<string> {
  const reached = new Set<string>()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}
