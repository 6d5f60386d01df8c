import { flushCompileCache } from 'node:module'
import { readConfig } from '#server/config/config.ts'
import { openSite } from '#server/open-site.ts'
import { runMain } from '#server/process/run-main.ts'

const { STOP_MS } = process.env
const timeouts = STOP_MS ? { stop: Number(STOP_MS) } : {}

/** What `npm start` runs, as the environment says, without the pages: for tests that end it from outside. */
await runMain(async () => {
  await openSite(readConfig(process.env), { pages: false, timeouts })
  // Whoever is killed would not keep what was compiled.
  flushCompileCache()
})
