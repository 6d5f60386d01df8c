import { hash, verify } from '@node-rs/argon2'

/** argon2id with the least that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, cost)
export const verifyPassword = (given: { hash: string; password: string }) =>
  verify(given.hash, given.password)
