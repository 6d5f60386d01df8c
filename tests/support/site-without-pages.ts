import { flushCompileCache } from 'node:module'
import { readConfig } from '#server/config/config.ts'
import { openSite } from '#server/open-site.ts'
import { runMain } from '#server/process/run-main.ts'

const { STOP_MS } = process.env
const timeouts = STOP_MS ? { stop: Number(STOP_MS) } : {}

/** Runs what `npm start` runs, without the pages, for tests that stop or kill the process. */
await runMain(async () => {
  await openSite(readConfig(process.env), { pages: false, timeouts })
  // A killed process does not save its compile cache.
  flushCompileCache()
})
