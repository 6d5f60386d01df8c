#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Command, commands, usage } from './commands.ts'
import { findNode } from './find-node.ts'
import { replaceBy } from './replace-by.ts'

// Packed it is started by whatever Node a machine has, from 20 on, so it is written in what that one knows.
const here = fileURLToPath(import.meta.url)
const project = resolve(here, '../..')
/** `.js` where it is packed. */
const ending = extname(here)
const [name = 'help', ...rest] = process.argv.slice(2)

function run() {
  if (['help', '--help', '-h'].includes(name)) return console.info(usage())
  if (['--version', '-v'].includes(name)) return console.info(version())
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Error(`There is no command ${name}.\n\n${usage()}`)
  if (!command.takesArguments && rest.length > 0) return refuseArguments(command)
  replaceBy(
    findNode(project),
    [...(command.flags ?? []), programOf(command), ...(command.args ?? []), ...rest],
    environmentOf(command),
  )
}

/** Whoever asks how it is used must not have it done, and a mistyped setting not be passed over. */
function refuseArguments({ does }: Command) {
  if (rest.some((word) => ['--help', '-h'].includes(word))) return console.info(`foldout ${name}  ${does}`)
  throw new Error(`${name} does not take “${rest[0]}”: settings come from the environment and from .env.`)
}

const version = () => String(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).version)

const programOf = ({ program }: Command) => join(project, program + ending)

function environmentOf({ env }: Command): NodeJS.ProcessEnv {
  const cache = compileCache()
  return { ...(cache && { NODE_COMPILE_CACHE: cache }), ...env, ...process.env }
}

/** Code is compiled at the first start only. An installed package is not written into, for it may be somebody else's. */
function compileCache() {
  if (ending === '.ts') return join(project, 'node_modules/.cache/node')
  const { CACHE_DIRECTORY, XDG_CACHE_HOME, HOME } = process.env
  if (CACHE_DIRECTORY) return join(CACHE_DIRECTORY, 'node')
  const caches = XDG_CACHE_HOME || (HOME && join(HOME, '.cache'))
  return caches && join(caches, 'foldout', 'node')
}

try {
  run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
