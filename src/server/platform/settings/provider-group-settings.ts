/** The provider groups that give a role, and the claim that lists a person's groups. */
export type ProviderGroupSettings = { claim: string; admin: string | undefined; power: string | undefined }

/** Null without settings. An empty value counts as unset. */
export function toProviderGroupSettings(claim: string, admin?: string, power?: string): ProviderGroupSettings | null {
  return admin === undefined && power === undefined ? null : { claim, admin, power }
}
