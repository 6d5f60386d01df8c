import { loadDotEnv, readConfig } from '#server/config/config.ts'
import { runMain } from '#server/process/run-main.ts'
import { stopOnSignals } from '#server/process/stopping.ts'
import { warnOfRoot } from '#server/process/warn-of-root.ts'
import { startFoldout } from '#server/start.ts'
import { demoMember } from './demo-member.ts'
import { fillLibrary, isSomebodys } from './fill-library.ts'

/** The site with a library in it. It answers at once, while the rack is still being filled. */
await runMain(async () => {
  loadDotEnv()
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  warnOfRoot()
  const foldout = await startFoldout(config)
  stopOnSignals(foldout)
  if (await isSomebodys(foldout)) {
    console.info(
      `\n  Foldout is open at  ${config.publicUrl}\n  This library has members of its own: no demo zines were added.\n`,
    )
    return
  }
  console.info(`
  Foldout is open at  ${config.publicUrl}
  Sign in as          ${demoMember.username}
  with the password   ${demoMember.password}
`)
  const filled = fillLibrary(foldout, config, (done, all) => {
    if (done % 10 === 0 || done === all) console.info(`  ${done} of ${all} zines are on the rack`)
  })
  await filled.catch((error: Error) => {
    console.error(
      `  The rest of the demo library could not be added (${error.message}). The next start tries again.`,
    )
  })
})
