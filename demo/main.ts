import { assertUsable } from '#server/config/assert-usable.ts'
import { readConfig } from '#server/config/config.ts'
import { loadDotEnv } from '#server/config/site-config.ts'
import { startScreen } from '#server/config/start-screen.ts'
import { warnOfUnknownSettings } from '#server/config/unknown-settings.ts'
import { logAsText, warnOfRoot } from '#server/process/log-line.ts'
import { restrictFormerlyPublicFolders } from '#server/process/private-files.ts'
import { runMain } from '#server/process/run-main.ts'
import { stopOnSignals } from '#server/process/stopping.ts'
import { startFoldout } from '#server/start.ts'
import { demoMember } from './demo-member.ts'
import { demoForms, demoOperator } from './demo-settings.ts'

/** Starts a site with a demo library. The site answers immediately, while the library is still being filled. */
await runMain(async () => {
  logAsText()
  loadDotEnv()
  const config = readConfig({ LOG_LEVEL: 'warn', ...demoForms, ...demoOperator, ...process.env })
  warnOfRoot()
  warnOfUnknownSettings()
  await assertUsable(config)
  restrictFormerlyPublicFolders(config.dataDir)
  const foldout = await startFoldout(config)
  stopOnSignals(foldout)
  // Imported late: loading this code takes a tenth of a first start, and the site can already answer.
  const { addDemoLibrary, hasOtherMembers } = await import('./fill-library.ts')
  if (await hasOtherMembers(foldout)) {
    console.info(startScreen(config))
    console.info('  This site already has members, so no demo zines were added.\n')
    return
  }
  const { username, password } = demoMember
  console.info(
    startScreen(config, [
      ['Sign in as', username],
      ['with the password', password],
    ]),
  )
  const library = addDemoLibrary(foldout, config, (done, all) => {
    if (done === all) console.info(`  ${all} zines are on the rack.\n`)
  })
  await library.catch((error: Error) => {
    console.error(
      `  The rest of the demo library could not be added (${error.message}). The next start will try again.`,
    )
  })
})
