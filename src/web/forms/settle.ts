/**
 * The values of a form after a save. A value that was changed since the save was sent stays as it was typed; every other
 * value becomes the saved one. Lists are settled item by item, records key by key. The values are JSON.
 */
export function settle<Value>(typed: Value, sent: Value, saved: Value): Value {
  return settleJson(typed, sent, saved) as Value
}

function settleJson(typed: unknown, sent: unknown, saved: unknown): unknown {
  if (JSON.stringify(typed) === JSON.stringify(sent)) return saved
  if (Array.isArray(typed) && Array.isArray(sent) && Array.isArray(saved)) {
    return typed.map((value, index) => settleJson(value, sent[index], saved[index]))
  }
  if (!isRecord(typed) || !isRecord(sent) || !isRecord(saved)) return typed
  const keys = Object.keys({ ...saved, ...typed })
  const settled = keys.map((key) => [key, settleJson(typed[key], sent[key], saved[key])] as const)
  return Object.fromEntries(settled.filter(([, value]) => value !== undefined))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
