/** A field of a submission that breaks a rule: its path, such as "players.5.espnId", and the rule in words. */
export type FieldError = { readonly field: string; readonly message: string }
