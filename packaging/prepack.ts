import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureBuilt } from '#server/pages/ensure-built.ts'
import { runMain } from '#server/process/run-main.ts'
import { lockOf, type Manifest, packedManifest, pinned } from './packed-manifest.ts'
import { stage } from './stage.ts'
import { manifestFile, unpack, wholeManifestFile } from './whole-manifest.ts'

const project = resolve(import.meta.dirname, '..')

/** What npm does before it packs: afterwards the folder is what the archive shall be, until `postpack`. */
await runMain(async () => {
  // One that was cut off has left its manifest behind.
  unpack(project)
  ensureBuilt()
  const app = join(project, 'dist/app')
  stage(project, app)
  const whole = readFileSync(manifestFile(project), 'utf8')
  const needed = packedManifest(JSON.parse(whole) as Manifest, app)
  const { manifest, lock } = pinned(needed, lockOf(needed, project))
  writeFileSync(wholeManifestFile(project), whole)
  writeFileSync(join(project, 'npm-shrinkwrap.json'), lock)
  writeFileSync(manifestFile(project), `${JSON.stringify(manifest, null, 2)}\n`)
})
