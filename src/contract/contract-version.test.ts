import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { toJSONSchema } from 'zod'
import * as z from 'zod/mini'
import { contractVersion } from './contract-version.ts'

test('the contract version is the hash of all schemas: when one changes, set it to the expected value', async () => {
  const files = globSync(`${import.meta.dirname}/*.ts`).filter((file) => !file.endsWith('.test.ts'))
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    const exported: Record<string, unknown> = await import(file)
    for (const [name, value] of Object.entries(exported)) {
      if (value instanceof z.ZodMiniType) {
        const schema = toJSONSchema(value, { io: 'input', unrepresentable: 'any' })
        hash.update(JSON.stringify([basename(file), name, schema]))
      }
    }
  }
  expect(contractVersion).toBe(hash.digest('hex').slice(0, 8))
})
