import { mkdirSync, rmSync } from 'node:fs'
import { readConfig } from '#server/config/config.ts'
import { runMain } from '#server/process/run-main.ts'
import { stopOnSignals } from '#server/process/stopping.ts'
import { startFoldout } from '#server/start.ts'
import { startOidcProvider } from '#tests/support/oidc-provider.ts'

/** The site for the journeys: as in production, on a data directory that is deleted at the end. */
await runMain(async () => {
  const { PORT, DATA_DIR: dataDir = '' } = process.env
  rmSync(dataDir, { recursive: true, force: true })
  // If the site runs as root, the database runs as another user, who must be able to enter the folder.
  mkdirSync(dataDir, { mode: 0o711 })
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const provider = await startOidcProvider(`http://localhost:${PORT}/api/auth/callback/oidc`, {
    promptsForName: true,
  })
  const settings = { PORT, DATA_DIR: dataDir, LOG_LEVEL: 'error', RATE_LIMITS: 'off' }
  const config = readConfig({
    ...settings,
    ...provider.settings,
    FEEDBACK_URL: 'https://example.org/feedback',
    CONTACT_URL: 'https://example.org/contact',
    REPORTS_TO: 'operator@example.org',
  })
  stopOnSignals(await startFoldout(config))
})
