/** Better Auth's models on our tables: a field is a column of the same name in snake case. */
export const tables = {
  user: {
    modelName: 'users',
    fields: snake('emailVerified', 'createdAt', 'updatedAt'),
    additionalFields: {
      username: { type: 'string', required: true, input: true },
      usernameKey: { type: 'string', required: false, input: false, fieldName: 'username_key' },
      confirmedEmail: { type: 'string', required: false, input: false, fieldName: 'confirmed_email' },
      awaitingSince: { type: 'date', required: false, input: false, fieldName: 'awaiting_since' },
      bio: { type: 'string', required: false, input: true },
    },
  },
  session: {
    modelName: 'sessions',
    fields: snake('userId', 'expiresAt', 'ipAddress', 'userAgent', 'createdAt', 'updatedAt'),
  },
  account: {
    modelName: 'accounts',
    fields: snake(
      'userId',
      'accountId',
      'providerId',
      'accessToken',
      'refreshToken',
      'idToken',
      'accessTokenExpiresAt',
      'refreshTokenExpiresAt',
      'createdAt',
      'updatedAt',
    ),
  },
  verification: { modelName: 'verifications', fields: snake('expiresAt', 'createdAt', 'updatedAt') },
} as const

export const factorTables = {
  user: { fields: snake('twoFactorEnabled') },
  twoFactor: {
    modelName: 'two_factors',
    fields: snake('userId', 'backupCodes', 'failedVerificationCount', 'lockedUntil'),
  },
} as const

export const keyTable = {
  jwks: { modelName: 'jwks', fields: snake('publicKey', 'privateKey', 'createdAt', 'expiresAt') },
} as const

function snake<Name extends string>(...names: Name[]) {
  return Object.fromEntries(
    names.map((name) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
  ) as { [K in Name]: string }
}
