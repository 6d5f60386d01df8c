import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureBuilt } from '#server/pages/build.ts'
import { runMain } from '#server/process/run-main.ts'
import { lockOf, type Manifest, packedManifest, pinned, withoutNpm } from './packed-manifest.ts'
import { stage } from './stage.ts'

const project = resolve(import.meta.dirname, '..')
/** What the archive is packed from: the project itself stays as it is, whatever ends this. */
const folder = join(project, 'dist/archive')

/** Beside the code; which of it the archive has, its manifest says. */
const brought = ['README.md', 'LICENSE', 'docs', 'packaging']

/**
 * What `npm pack` does last: what npm has packed by then is the project as it is developed, cut down to its README, and the
 * archive takes that one's place. Before, npm would write over it.
 */
await runMain(async () => {
  await ensureBuilt()
  rmSync(folder, { recursive: true, force: true })
  try {
    stageArchive()
    packInto(resolve(process.env.npm_config_pack_destination || '.'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

function stageArchive() {
  const app = join(folder, 'dist/app')
  stage(project, app)
  for (const path of brought) cpSync(join(project, path), join(folder, path), { recursive: true })
  const whole = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Manifest
  const needed = packedManifest(whole, app)
  const { manifest, lock } = pinned(needed, lockOf(needed, project))
  writeFileSync(join(folder, 'npm-shrinkwrap.json'), lock)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

function packInto(destination: string) {
  const npm = ['pack', '--pack-destination', destination]
  const { status, stderr } = spawnSync('npm', npm, {
    ...{ cwd: folder, encoding: 'utf8', env: withoutNpm(), maxBuffer: 64 * 1024 ** 2 },
  })
  if (status !== 0) throw new Error(`npm could not pack the archive: ${stderr}`)
}
