import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

type Package = {
  dependencies: Record<string, string>
  overrides?: Record<string, string>
  /** Those whose scripts run when they are installed; those of no others do. */
  allowScripts?: Record<string, true>
}

const run = promisify(execFile)
const longestMs = 15 * 60_000

/** Installs exactly this from npm, unless the folder has it already. */
export async function install(folder: string, wanted: Package, say: (line: string) => void) {
  const file = join(folder, 'package.json')
  const text = `${JSON.stringify({ private: true, ...wanted }, null, 2)}\n`
  // npm writes its list of what is there when all of it is there.
  const isThere = existsSync(join(folder, 'node_modules/.package-lock.json'))
  if (isThere && (await readFile(file, 'utf8')) === text) return
  say(`installing ${Object.keys(wanted.dependencies).join(', ')} into ${folder} …`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, text)
  const scripts = wanted.allowScripts ? [] : ['--ignore-scripts']
  await run('npm', ['install', '--no-audit', '--no-fund', ...scripts], { cwd: folder, timeout: longestMs })
}
