import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listScripts } from './stage.ts'
import { importsOf } from './to-javascript.ts'

type LibraryVersions = Record<string, string>
export type Manifest = {
  name: string
  version: string
  imports: Record<string, string>
  dependencies: LibraryVersions
  optionalDependencies: LibraryVersions
  [other: string]: unknown
}

/** The manifest of the archive: the command, and the libraries that are not already bundled into the pages. */
export function packedManifest(projectManifest: Manifest, app: string): Manifest {
  const { scripts: _scripts, devDependencies: _tools, imports: _imports, ...rest } = projectManifest
  return {
    ...rest,
    bin: { foldout: 'dist/app/bin/foldout.js' },
    files: [
      'npm-shrinkwrap.json',
      'dist/app',
      'packaging/*.{service,conf,yml}',
      'packaging/cluster',
      'packaging/grafana',
      'packaging/prometheus',
      'packaging/Caddyfile',
      'packaging/maintenance.html',
      'packaging/Containerfile',
      'docs',
    ],
    dependencies: neededLibraries(projectManifest, app),
  } as unknown as Manifest
}

/** Libraries that a packed script names in a string. Some are resolved at run time instead of imported. */
function neededLibraries({ dependencies }: Manifest, app: string): LibraryVersions {
  const scripts = listScripts(app)
    // The built pages bundle their libraries.
    .filter((path) => !path.startsWith('dist/'))
    .map((path) => readFileSync(join(app, path), 'utf8'))
  const isNamed = (library: string) => {
    const name = new RegExp(`['"\`]${RegExp.escape(library)}(/[^'"\`\n]*)?['"\`]`)
    return scripts.some((script) => name.test(script))
  }
  const needed = Object.entries(dependencies).filter(([library]) => isNamed(library))
  const missing = scripts.flatMap(importsOf).filter((name) => !isAvailable(name, needed))
  if (missing.length > 0) throw new Error(`The packed project imports ${[...new Set(missing)].join(', ')}.`)
  return Object.fromEntries(needed)
}

/** Parses emails for `/dev/outbox`, which exists only in development. */
const devOnlyLibrary = 'postal-mime'

const isAvailable = (name: string, needed: [string, string][]) =>
  /^(node:|[.#/])/.test(name) ||
  name === devOnlyLibrary ||
  builtinModules.includes(name) ||
  needed.some(([library]) => name === library || name.startsWith(`${library}/`))

type Locked = { version: string; optional?: boolean }

/**
 * Lists every library of the lock file in the manifest, because `npm install -g` ignores the lock file of an archive.
 * Nested versions are left to their parents. `npm ci` in the unpacked archive installs those versions, too.
 */
export function pinLibraries(manifest: Manifest, lock: string): { manifest: Manifest; lock: string } {
  const { packages, ...about } = JSON.parse(lock) as { packages: Record<string, Locked & Partial<Manifest>> }
  const named = Object.entries(packages).flatMap(([path, { version, optional }]) => {
    const [, name = '', below] = /^node_modules\/((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(path) ?? []
    return name === '' || below ? [] : [{ name, version, optional }]
  })
  const librariesWhere = (isOptional: boolean) =>
    Object.fromEntries(
      named.filter(({ optional }) => (optional === true) === isOptional).map(({ name, version }) => [name, version]),
    )
  const libraries = { dependencies: librariesWhere(false), optionalDependencies: librariesWhere(true) }
  const root = { ...packages[''], ...libraries } as Locked
  return {
    manifest: { ...manifest, ...libraries },
    lock: JSON.stringify({ ...about, packages: { ...packages, '': root } }, null, 2),
  }
}

/** Lets npm reduce the project's lock file to the libraries that the manifest needs. */
export function createLock(manifest: Manifest, project: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'foldout-lock-'))
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    copyFileSync(join(project, 'package-lock.json'), join(folder, 'package-lock.json'))
    const npmArgs = ['install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit']
    const locked = spawnSync('npm', npmArgs, { cwd: folder, encoding: 'utf8', env: envWithoutNpm() })
    if (locked.status !== 0) throw new Error(`npm could not lock the packed libraries: ${locked.stderr}`)
    return readFileSync(join(folder, 'package-lock.json'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Removes the variables that `npm run` sets, because they would affect an npm that the script starts. */
export const envWithoutNpm = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(config_(dry_run|pack|json|prefix|global|local)|package)/.test(name),
    ),
  )
