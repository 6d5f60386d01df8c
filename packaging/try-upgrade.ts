import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

/** Runs the tests of the version before on the schema of this one: while both are at work, the old one meets the new schema. */
await runMain(async () => {
  const before = readFileSync(join(project, 'packaging/previous-release'), 'utf8').trim()
  const isHere = spawnSync('git', ['cat-file', '-e', `${before}^{commit}`], { cwd: project }).status === 0
  if (!isHere)
    throw new Error(`The version before, ${before}, is not in this clone: git fetch --unshallow brings it.`)
  const folder = mkdtempSync(join(tmpdir(), 'foldout-before-'))
  try {
    unpackBefore(before, folder)
    const tests = rooms.map((room) => join('server', room))
    const run = spawnSync('node_modules/.bin/vitest', ['run', '--project', 'server', ...tests], {
      cwd: folder,
      stdio: 'inherit',
    })
    process.exitCode = run.status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

function unpackBefore(commit: string, folder: string) {
  const archive = execFileSync('git', ['archive', commit], { cwd: project, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  cpSync(join(project, 'server/db/migrations'), join(folder, 'server/db/migrations'), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
}
