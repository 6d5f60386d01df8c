import { jwt, twoFactor } from 'better-auth/plugins'
import type { Config } from '#server/config/config.ts'
import { hashedCodes } from '../factors/recovery-codes.ts'
import { factorTables, keyTable } from './tables.ts'

export const secondFactors = (config: Config) =>
  demandedFromProvidersToo(
    twoFactor({
      issuer: 'Foldout',
      allowPasswordless: true,
      schema: factorTables,
      backupCodeOptions: { customBackupCodesGenerate: () => [], storeBackupCodes: hashedCodes(config) },
    }),
  )

/** Better Auth asks for the second factor after a password only; a provider is no less a first factor. */
function demandedFromProvidersToo(plugin: ReturnType<typeof twoFactor>) {
  for (const hook of plugin.hooks.after) {
    const { matcher } = hook
    hook.matcher = (context) => matcher(context) || context.path === '/callback/:id'
  }
  return plugin
}

/** Access tokens are good for this many seconds. */
export const tokenLifetime = 900

export const accessTokens = () =>
  jwt({
    disableSettingJwtHeader: true,
    schema: keyTable,
    jwt: { expirationTime: `${tokenLifetime}s` },
    jwks: { rotationInterval: 90 * 86_400, gracePeriod: 86_400 },
  })
