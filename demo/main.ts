import { assertUsable } from '#server/config/assert-usable.ts'
import { readConfig } from '#server/config/config.ts'
import { loadDotEnv } from '#server/config/site-config.ts'
import { startScreen } from '#server/config/start-screen.ts'
import { closeEarlierFolders } from '#server/process/private-files.ts'
import { runMain } from '#server/process/run-main.ts'
import { warnOfRoot } from '#server/process/say-line.ts'
import { stopOnSignals } from '#server/process/stopping.ts'
import { startFoldout } from '#server/start.ts'
import { demoMember } from './demo-member.ts'
import { demoForms, demoOperator } from './demo-settings.ts'

/** The site with a library in it. It answers at once, while the rack is still being filled. */
await runMain(async () => {
  loadDotEnv()
  const config = readConfig({ LOG_LEVEL: 'warn', ...demoForms, ...demoOperator, ...process.env })
  warnOfRoot()
  await assertUsable(config)
  closeEarlierFolders(config.dataDir)
  const foldout = await startFoldout(config)
  stopOnSignals(foldout)
  // Reading this code takes as long as a tenth of a first start: the site answers before.
  const { fillLibrary, isSomebodys } = await import('./fill-library.ts')
  if (await isSomebodys(foldout)) {
    console.info(startScreen(config))
    console.info('  This library has members of its own: no demo zines were added.\n')
    return
  }
  const { username, password } = demoMember
  console.info(
    startScreen(config, [
      ['Sign in as', username],
      ['with the password', password],
    ]),
  )
  const filled = fillLibrary(foldout, config, (done, all) => {
    if (done === all) console.info(`  ${all} zines stand on the rack.\n`)
  })
  await filled.catch((error: Error) => {
    console.error(
      `  The rest of the demo library could not be added (${error.message}). The next start tries again.`,
    )
  })
})
