import { mkdirSync, rmSync } from 'node:fs'
import { readConfig } from '#server/config/config.ts'
import { runMain } from '#server/process/run-main.ts'
import { stopOnSignals } from '#server/process/stopping.ts'
import { startFoldout } from '#server/start.ts'
import { startOidcProvider } from '#tests/support/oidc-provider.ts'

/** The site for the journeys: as in production, on a data folder that goes with it. */
await runMain(async () => {
  const { PORT, DATA_DIR: dataDir = '' } = process.env
  rmSync(dataDir, { recursive: true, force: true })
  // As root, the database's own user must get through.
  mkdirSync(dataDir, { mode: 0o711 })
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const provider = await startOidcProvider(`http://localhost:${PORT}/api/auth/callback/oidc`, { asks: true })
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
