import { readConfig } from '#server/config/config.ts'
import { loadDotEnv } from '#server/config/site-config.ts'
import { runMain } from '#server/process/run-main.ts'
import { openLibrary } from './library.ts'
import { measureLibrary } from './measure-library.ts'
import { trials } from './measurements.ts'
import { libraryFolder, readOptions } from './options.ts'
import { formatReport, meetsTargets, type Report } from './report.ts'
import { scenarios } from './scenarios.ts'

const log = (line: string) => console.error(line)

await runMain(async () => {
  loadDotEnv()
  const options = readOptions(process.argv.slice(2))
  assertKnownScenarios(options.only)
  const reports: Report[] = []
  for (const zines of sizesToMeasure(options.sizes)) reports.push(await measureSize(zines, reports.at(-1)))
  if (options.json) console.info(JSON.stringify(reports, null, 2))
  else for (const report of reports) console.info(formatReport(report))
  if (!meetsTargets(reports)) process.exitCode = 1

  async function measureSize(zines: number, smaller: Report | undefined) {
    const dataDir = libraryFolder(process.env.DATA_DIR, zines)
    const config = readConfig({ ...process.env, DATA_DIR: dataDir })
    const library = await openLibrary(config, { zines, log })
    try {
      return await measureLibrary(library, config, { ...options, smaller, log })
    } finally {
      await library.stop()
    }
  }
})

/** A database given by DATABASE_URL has only one size. */
function sizesToMeasure(sizes: number[]) {
  return process.env.DATABASE_URL ? sizes.slice(-1) : sizes
}

function assertKnownScenarios(only: string[] = []) {
  const known = [...scenarios.map(({ name }) => name), ...Object.keys(trials)]
  const unknown = only.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(`--only does not know ${unknown.join(', ')}; it takes some of ${known.join(', ')}.`)
}
