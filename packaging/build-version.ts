import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'

/**
 * The version with its commit as build metadata. A build of files that are in no commit has its time, too: two different
 * builds never have the same version.
 */
export function buildVersion(version: string, project: string, now = new Date()) {
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(project) }
  const git = (...args: string[]) => spawnSync('git', args, { cwd: project, env, encoding: 'utf8' })
  const commit = git('rev-parse', '--short=12', 'HEAD').stdout?.trim()
  const isCommitted = Boolean(commit) && git('status', '--porcelain').stdout === ''
  const time = now.toISOString().replace(/\D/g, '').slice(0, 14)
  return `${version}+${[commit, isCommitted ? '' : time].filter(Boolean).join('.')}`
}
