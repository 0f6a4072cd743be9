/** The page was opened at another address than the pool's, to which every sign-in returns. */
export class OtherAddressError extends Error {
  constructor(origin: string) {
    super(`The address of this pool is ${origin}. Open it there to sign in.`)
  }
}
