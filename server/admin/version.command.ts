import { z } from 'zod'
import { loadDotEnv, readSiteConfig } from '#server/config/site-config.ts'
import { apiError } from '#server/http/errors.ts'
import { programVersion } from '#server/process/program-version.ts'
import { type CommandResult, flag, standaloneCommand } from './command.ts'
import { requestAddress } from './request-address.ts'

export const versionCommand = standaloneCommand({
  name: 'version',
  summary: 'Prints the version, and with --check whether there is a newer one.',
  options: { check: flag('asks the address in VERSION_URL for the newest version') },
  run: async (_context, { check }) => {
    if (!check) return { says: programVersion, data: { version: programVersion } }
    loadDotEnv()
    const { versionUrl } = readSiteConfig(process.env)
    if (versionUrl === undefined) throw apiError('invalid_request', notSetMessage)
    return checkVersion(versionUrl)
  },
})

export async function checkVersion(address: string, version = programVersion): Promise<CommandResult> {
  const newest = await readNewestVersion(address)
  const isOutdated = compareVersions(newest, version) > 0
  const says = isOutdated
    ? `Foldout ${newest} is available, and this is ${version}. docs/operations.md explains the upgrade.`
    : `This is ${version}. ${new URL(address).hostname} names no newer version than ${newest}.`
  return { says, data: { version, newest, isOutdated } }
}

const notSetMessage =
  'VERSION_URL is not set, so no newer version was looked for. Set it to the https address of a file with the newest ' +
  'version: a line such as 1.2.0, or JSON with the field “version”.'

const versionPattern = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([\w.-]{1,64}))?(?:\+[\w.-]{1,64})?$/
const versionFile = z.object({ version: z.string() })

/** Redirects are not followed. */
async function readNewestVersion(address: string) {
  const { hostname } = new URL(address)
  const { status, body } = await requestAddress(address).catch((error: Error) => {
    throw apiError('unavailable', `${hostname} in VERSION_URL cannot be reached: ${error.message}.`)
  })
  const version = readVersion(body)
  if (status === 200 && versionPattern.test(version)) return version
  const reason = status === 200 ? 'no version' : `the status ${status}`
  throw apiError('unavailable', `${hostname} in VERSION_URL answered with ${reason}. Check the address.`)
}

function readVersion(body: string) {
  try {
    return versionFile.parse(JSON.parse(body)).version.trim()
  } catch {
    return body.trim()
  }
}

/** Positive if the first is newer (semver.org). A commit after `+` does not count. */
export function compareVersions(one: string, other: string) {
  const [, ...first] = versionPattern.exec(one) ?? []
  const [, ...second] = versionPattern.exec(other) ?? []
  for (const at of [0, 1, 2]) {
    const difference = Number(first[at]) - Number(second[at])
    if (difference !== 0) return difference
  }
  // A version without a suffix is newer than its drafts.
  const [a = '~', b = '~'] = [first[3], second[3]]
  if (a === b) return 0
  if (a === '~' || b === '~') return a === '~' ? 1 : -1
  return a.localeCompare(b, 'en', { numeric: true })
}
