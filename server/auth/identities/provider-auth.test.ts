import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { openDb } from '#server/db/connection.ts'
import { startOidcProvider } from '#tests/support/oidc-provider.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { openProviderAuth } from './oauth.ts'

test('Google’s statements are accepted only with its signature and for this site', async () => {
  const config = readConfig({
    DATA_DIR: '/tmp',
    SECRET: 'x'.repeat(32),
    GOOGLE_CLIENT_ID: 'foldout',
    GOOGLE_CLIENT_SECRET: 'a secret of the test',
  })
  const [google] = config.providers
  expect(google).toMatchObject({ id: 'google', issuer: 'https://accounts.google.com' })
  const provider = await startOidcProvider(`${config.publicUrl}/api/auth/callback/google`)
  const { pool } = await createTestDatabase()
  try {
    const providers = google ? [{ ...google, issuer: provider.issuer }] : []
    const auth = await openProviderAuth({ config: { ...config, providers }, db: openDb(pool) })('google')
    const [found] = (await auth.$context).socialProviders
    expect(found).toMatchObject({
      id: 'google',
      issuer: provider.issuer,
      requiresIdTokenNonce: true,
      idToken: { audience: 'foldout', issuer: provider.issuer },
    })
  } finally {
    await provider.stop()
    await pool.end()
  }
})
