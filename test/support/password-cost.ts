import type { PasswordCost } from '#server/sign-in/accounts/passwords.ts'

/** The least that argon2 accepts. What the product uses is a fact of `passwords.test.ts`. */
export const leastPasswordCost: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
