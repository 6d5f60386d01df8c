import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureBuilt } from '#server/pages/build.ts'
import { runMain } from '#server/process/run-main.ts'
import { buildVersion } from './build-version.ts'
import { createLock, envWithoutNpm, type Manifest, packedManifest, pinLibraries } from './packed-manifest.ts'
import { stageApp } from './stage.ts'

const project = resolve(import.meta.dirname, '..')
/** Staging folder of the archive. The project itself is not modified, even if packing fails. */
const folder = join(project, 'dist/archive')

/** Runs without npm too, so it must be executable. */
const command = join(folder, 'dist/app/bin/foldout.js')

/** Packed besides the code. The manifest lists which of these files go into the archive. */
const extraPaths = ['README.md', 'LICENSE', 'docs', 'packaging']

/**
 * Replaces npm's own archive, which contains little more than the README of the unbuilt project. Runs after packing
 * (`postpack`), because npm would overwrite an archive that was written earlier.
 */
await runMain(async () => {
  await ensureBuilt()
  rmSync(folder, { recursive: true, force: true })
  try {
    const versions = stageArchive()
    makeReadable()
    packInto(resolve(process.env.npm_config_pack_destination || '.'), versions)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

type Versions = { project: string; build: string }

function stageArchive(): Versions {
  const app = join(folder, 'dist/app')
  const projectManifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Manifest
  const build = buildVersion(projectManifest.version, project)
  stageApp(project, app, build)
  for (const path of extraPaths) cpSync(join(project, path), join(folder, path), { recursive: true })
  const manifestWithoutLock = packedManifest({ ...projectManifest, version: build }, app)
  const { manifest, lock } = pinLibraries(manifestWithoutLock, createLock(manifestWithoutLock, project))
  writeFileSync(join(folder, 'npm-shrinkwrap.json'), lock)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return { project: projectManifest.version, build }
}

/** The umask of the user who clones or packs the project must not decide who can read the installed files. */
function makeReadable() {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    chmodSync(path, entry.isDirectory() || path === command ? 0o755 : 0o644)
  }
}

/** The file has the name that npm prints for the project, without the build metadata. */
function packInto(destination: string, versions: Versions) {
  const npmArgs = ['pack', '--pack-destination', destination]
  const { status, stderr } = spawnSync('npm', npmArgs, {
    cwd: folder,
    encoding: 'utf8',
    env: envWithoutNpm(),
    maxBuffer: 64 * 1024 ** 2,
  })
  if (status !== 0) throw new Error(`npm could not pack the archive: ${stderr}`)
  const archiveOf = (version: string) => join(destination, `foldout-${version}.tgz`)
  renameSync(archiveOf(versions.build), archiveOf(versions.project))
}
