type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/**
 * Names the one chunk of what the first picture needs: every module that `start` reaches without an `import()`. Left to
 * itself the bundler takes apart what a later screen uses too, and each piece costs a request before the first picture.
 * Packages name more modules in their index than the first picture uses: `later` are those of them that it does not.
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
