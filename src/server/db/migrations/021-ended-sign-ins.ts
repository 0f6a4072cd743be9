/** A sign-in that was begun before an account's sign-ins were ended cannot be finished. */
export const endedSignIns = ['alter table accounts add column sign_ins_valid_from text']
