import { loadDotEnv, readConfig } from './config.ts'
import { runMain, startFoldout, stopOnSignals } from './start.ts'

await runMain(async () => {
  loadDotEnv()
  const config = readConfig(process.env)
  const foldout = await startFoldout(config, { dev: process.argv.includes('--dev') })
  stopOnSignals(foldout)
  console.info(`Foldout is open at ${config.publicUrl}`)
})
