import { createHash } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Config } from '#server/config/config.ts'

type Secrets = Pick<Config, 'secret' | 'secrets'>

/** The key version that Better Auth stores with ciphertexts. Independent of the order of secrets. */
const versionOf = (secret: string) => createHash('sha256').update(`version:${secret}`).digest().readUInt32BE()

/** Ciphertexts without a version use the oldest secret. */
const oldest = ({ secret, secrets }: Secrets) => secrets.at(-1) ?? secret

export const secretOptions = (config: Secrets) => ({
  secret: oldest(config),
  secrets: config.secrets.map((value) => ({ version: versionOf(value), value })),
})

const keysOf = (config: Secrets) => ({
  keys: new Map(config.secrets.map((secret) => [versionOf(secret), secret])),
  currentVersion: versionOf(config.secret),
  legacySecret: oldest(config),
})

export const decrypt = (config: Secrets, data: string) => symmetricDecrypt({ key: keysOf(config), data })

export const reencrypt = async (config: Secrets, data: string) =>
  symmetricEncrypt({ key: keysOf(config), data: await decrypt(config, data) })

export const currentKeyPrefix = ({ secret }: Secrets) => `$ba$${versionOf(secret)}$`
