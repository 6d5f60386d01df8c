import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runMain } from '#server/process/run-main.ts'

const project = resolve(import.meta.dirname, '..')
const timeoutMs = 180_000
/** The commit of 1.0.0. */
const previousRelease = '279bef47441263bb1ca97619e1d3e54c342a13dc'

/** Creates the demo library with the previous release, opens it with this version and compares. */
await runMain(async () => {
  const isAvailable = spawnSync('git', ['cat-file', '-e', `${previousRelease}^{commit}`], { cwd: project }).status === 0
  if (!isAvailable)
    throw new Error(`The commit of 1.0.0, ${previousRelease}, is not in this clone. Run git fetch --unshallow.`)
  const checkout = join(project, 'dist/version-before')
  const dataDir = mkdtempSync(join(tmpdir(), 'foldout-upgrade-'))
  try {
    unpack(previousRelease, checkout)
    const titlesBefore = await withOpenSite({ checkout, command: 'demo', dataDir }, async (url, output) => {
      await until(async () => /zines are on the rack/.test(output()))
      return titlesOf(url)
    })
    await withOpenSite({ checkout: project, command: 'start', dataDir }, async (url) => {
      const titlesAfter = await titlesOf(url)
      if (titlesAfter.join() !== titlesBefore.join()) throw new Error('The library has other zines than before.')
      await until(async () => verify(dataDir) === 0)
    })
    console.info(
      `A library of ${titlesBefore.length} zines was opened with the same zines, and nothing in it is wrong.`,
    )
  } finally {
    for (const folder of [checkout, dataDir]) rmSync(folder, { recursive: true, force: true })
  }
})

/** Hard-links the libraries instead of copying them. Sandboxed processes cannot follow symbolic links. */
function unpack(commit: string, folder: string) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', commit], { cwd: project, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  execFileSync('cp', ['-al', join(project, 'node_modules'), join(folder, 'node_modules')])
}

type SiteOptions = { checkout: string; command: 'demo' | 'start'; dataDir: string }

async function withOpenSite<Result>(site: SiteOptions, work: (url: string, output: () => string) => Promise<Result>) {
  const port = '4571'
  const url = `http://127.0.0.1:${port}`
  const env = { ...process.env, PORT: port, PUBLIC_URL: url, DATA_DIR: site.dataDir, LOG_LEVEL: 'warn' }
  const program = spawn(process.execPath, ['bin/foldout.ts', site.command], {
    cwd: site.checkout,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  program.stdout.on('data', (chunk) => {
    output += chunk
  })
  try {
    await until(async () => (await fetch(url)).ok)
    return await work(url, () => output)
  } finally {
    await stop(program)
  }
}

async function stop(program: ChildProcess) {
  if (program.exitCode !== null) return
  program.kill('SIGTERM')
  await once(program, 'exit')
}

async function until(condition: () => Promise<boolean>) {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await pause(250))
    if (await condition().catch(() => false)) return
  throw new Error('What was waited for did not come about in three minutes.')
}

type Page = { zines: { title: string }[]; nextCursor: string | null }

async function titlesOf(url: string) {
  const titles: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const response = await fetch(`${url}/api/zines?limit=48${cursor && `&cursor=${cursor}`}`)
    const page = (await response.json()) as Page
    titles.push(...page.zines.map(({ title }) => title))
    cursor = page.nextCursor
  }
  return titles.toSorted()
}

/** The search index is rebuilt while the site runs, so `verify` may fail right after the start. */
function verify(dataDir: string) {
  const env = { ...process.env, DATA_DIR: dataDir }
  const command = ['bin/foldout.ts', 'verify']
  return spawnSync(process.execPath, command, { cwd: project, env, stdio: 'ignore' }).status
}
