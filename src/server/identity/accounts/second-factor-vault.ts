import { createVault, type Vault } from '#server/vault.ts'
import type { Pepper } from './pepper.ts'

/** Encrypts the secrets of second factors, each for one account (docs/security.md, 6.6). */
export type SecondFactorVault = Vault

/** With a pepper, a stolen database alone does not reveal the secrets. */
export function createSecondFactorVault(key: string, pepper: Pepper | null): SecondFactorVault {
  return createVault(key, pepper?.secret ?? '', 'second factor')
}
