import { readConfig } from '#server/config/config.ts'
import { loadDotEnv } from '#server/config/site-config.ts'
import { runMain } from '#server/process/run-main.ts'
import { openLibrary } from './library.ts'
import { measureLibrary } from './measure-library.ts'
import { libraryFolder, readOptions } from './options.ts'
import { isGood, type Report, reportOf } from './report.ts'
import { scenarios } from './scenarios.ts'
import { trials } from './trials.ts'

const say = (line: string) => console.error(line)

await runMain(async () => {
  loadDotEnv()
  const options = readOptions(process.argv.slice(2))
  assertKnown(options.only)
  const reports: Report[] = []
  for (const zines of sizesToMeasure(options.sizes)) reports.push(await measureSize(zines, reports.at(-1)))
  if (options.json) console.info(JSON.stringify(reports, null, 2))
  else for (const report of reports) console.info(reportOf(report))
  if (!isGood(reports)) process.exitCode = 1

  async function measureSize(zines: number, smaller: Report | undefined) {
    const dataDir = libraryFolder(process.env.DATA_DIR, zines)
    const config = readConfig({ ...process.env, DATA_DIR: dataDir })
    const library = await openLibrary(config, { zines, say })
    try {
      return await measureLibrary(library, config, { ...options, smaller, say })
    } finally {
      await library.stop()
    }
  }
})

/** A database given by DATABASE_URL has only one size. */
function sizesToMeasure(sizes: number[]) {
  return process.env.DATABASE_URL ? sizes.slice(-1) : sizes
}

function assertKnown(only: string[] = []) {
  const known = [...scenarios.map(({ name }) => name), ...Object.keys(trials)]
  const unknown = only.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(`--only does not know ${unknown.join(', ')}; it takes some of ${known.join(', ')}.`)
}
