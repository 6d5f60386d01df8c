import { randomInt } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Config } from '#server/config/config.ts'

const amount = 10
/** Without what is read for something else: 0 and o, 1 and l and i. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Codes that each stand in for the second factor once, such as `k3mxp-7wq2d` (49 bits). */
export const recoveryCodes = () =>
  Array.from({ length: amount }, () => `${randomLetters(5)}-${randomLetters(5)}`)

const randomLetters = (length: number) =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** As Better Auth keeps them, encrypted with our secret. */
export const keptCodes = ({ secret }: Config, codes: string[]) =>
  symmetricEncrypt({ key: secret, data: JSON.stringify(codes) })

export const leftCodes = async ({ secret }: Config, kept: string): Promise<string[]> =>
  JSON.parse(await symmetricDecrypt({ key: secret, data: kept }))
