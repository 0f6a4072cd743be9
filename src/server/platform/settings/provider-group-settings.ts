/** Which groups of a provider give a role, and the claim that lists a person's groups. */
export type GroupSettings = { claim: string; admin: string | undefined; power: string | undefined }

/** Null without settings. An empty value counts as unset. */
export function toGroupSettings(claim: string, admin?: string, power?: string): GroupSettings | null {
  return admin === undefined && power === undefined ? null : { claim, admin, power }
}
