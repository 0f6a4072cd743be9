/** Sign-ins that are connected by a passkey (docs/security.md, 6.8). */
export const passkeys = ['passkey_name text', 'user_handle text', 'public_key text', 'counter bigint'].map(
  (column) => `alter table connected_sign_ins add column ${column}`,
)
