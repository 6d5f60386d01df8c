import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export const manifestFile = (project: string) => join(project, 'package.json')
/** Where the project's own manifest lies while the archive's stands in its place. */
export const wholeManifestFile = (project: string) => join(project, 'dist/whole-package.json')

/** Puts back what was there before, if it is not. */
export function unpack(project: string) {
  if (existsSync(wholeManifestFile(project))) renameSync(wholeManifestFile(project), manifestFile(project))
  rmSync(join(project, 'npm-shrinkwrap.json'), { force: true })
  rmSync(join(project, 'dist/app'), { recursive: true, force: true })
}
