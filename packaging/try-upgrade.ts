import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runMain } from '#server/process/run-main.ts'

const project = resolve(import.meta.dirname, '..')
/** What reads and writes everything that members have. */
const rooms = [
  'zines',
  'favorites',
  'follows',
  'projects',
  'drafts',
  'focus',
  'accounts',
  'creators',
  'feeds',
  'auth',
  'search/search.test.ts',
]

/** One test of the version before counts which tables there are. */
const besidesTables = '^(?!.*whatever belongs to a user, a profile or a zine goes with it)'

/** Runs the tests of the version before on the schema of this one: while both are at work, the old one meets the new schema. */
await runMain(async () => {
  const before = readFileSync(join(project, 'packaging/previous-release'), 'utf8').trim()
  const isHere = spawnSync('git', ['cat-file', '-e', `${before}^{commit}`], { cwd: project }).status === 0
  if (!isHere)
    throw new Error(`The version before, ${before}, is not in this clone: git fetch --unshallow brings it.`)
  // Beside its libraries, which it then has without a copy: what is shut in reads nothing by way of a link.
  const folder = join(project, 'dist/version-before')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  try {
    unpackBefore(before, folder)
    const tests = rooms.map((room) => join('server', room))
    const vitest = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'server',
      '-t',
      besidesTables,
      ...tests,
    ]
    process.exitCode = spawnSync(process.execPath, vitest, { cwd: folder, stdio: 'inherit' }).status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

function unpackBefore(commit: string, folder: string) {
  const archive = execFileSync('git', ['archive', commit], { cwd: project, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  cpSync(join(project, 'server/db/migrations'), join(folder, 'server/db/migrations'), { recursive: true })
  execFileSync('cp', ['-al', join(project, 'node_modules'), join(folder, 'node_modules')])
}
