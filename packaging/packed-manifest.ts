import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptsOf } from './stage.ts'
import { importedBy } from './to-javascript.ts'

type Libraries = Record<string, string>
export type Manifest = {
  name: string
  version: string
  imports: Record<string, string>
  dependencies: Libraries
  optionalDependencies: Libraries
  [other: string]: unknown
}

/** The manifest of the archive: the command, and of the libraries those that are not built into the pages already. */
export function packedManifest(whole: Manifest, app: string): Manifest {
  const { scripts: _scripts, devDependencies: _tools, imports: _imports, ...rest } = whole
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
      'packaging/Containerfile',
      'docs',
    ],
    dependencies: neededLibraries(whole, app),
  } as unknown as Manifest
}

/** Those that a script of the packed project names in a string, since some are not imported but looked up. */
function neededLibraries({ dependencies }: Manifest, app: string): Libraries {
  const scripts = scriptsOf(app)
    // The pages have what they need in them.
    .filter((path) => !path.startsWith('dist/'))
    .map((path) => readFileSync(join(app, path), 'utf8'))
  const isNamed = (library: string) => {
    const name = new RegExp(`['"\`]${RegExp.escape(library)}(/[^'"\`\n]*)?['"\`]`)
    return scripts.some((script) => name.test(script))
  }
  const needed = Object.entries(dependencies).filter(([library]) => isNamed(library))
  const missing = scripts.flatMap(importedBy).filter((name) => !isThere(name, needed))
  if (missing.length > 0) throw new Error(`The packed project imports ${[...new Set(missing)].join(', ')}.`)
  return Object.fromEntries(needed)
}

/** What `/dev/outbox` reads mails with, which a site that is not being developed has not. */
const onlyForDeveloping = 'postal-mime'

const isThere = (name: string, needed: [string, string][]) =>
  /^(node:|[.#/])/.test(name) ||
  name === onlyForDeveloping ||
  builtinModules.includes(name) ||
  needed.some(([library]) => name === library || name.startsWith(`${library}/`))

type Locked = { version: string; optional?: boolean }

/**
 * Names every library of the lock in the manifest, since npm reads no lock of an archive that it installs for everybody. The
 * few that stand below others, in a version of their own, are left to them; `npm ci` in the unpacked archive has those too.
 */
export function pinned(manifest: Manifest, lock: string): { manifest: Manifest; lock: string } {
  const { packages, ...about } = JSON.parse(lock) as { packages: Record<string, Locked & Partial<Manifest>> }
  const named = Object.entries(packages).flatMap(([path, { version, optional }]) => {
    const [, name = '', below] = /^node_modules\/((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(path) ?? []
    return name === '' || below ? [] : [{ name, version, optional }]
  })
  const of = (isOptional: boolean) =>
    Object.fromEntries(
      named
        .filter(({ optional }) => (optional === true) === isOptional)
        .map(({ name, version }) => [name, version]),
    )
  const libraries = { dependencies: of(false), optionalDependencies: of(true) }
  const root = { ...packages[''], ...libraries } as Locked
  return {
    manifest: { ...manifest, ...libraries },
    lock: JSON.stringify({ ...about, packages: { ...packages, '': root } }, null, 2),
  }
}

/** npm's own word on which versions of everything that manifest means, out of the lock of the whole. */
export function lockOf(manifest: Manifest, project: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'foldout-lock-'))
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    copyFileSync(join(project, 'package-lock.json'), join(folder, 'package-lock.json'))
    const npm = ['install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit']
    const locked = spawnSync('npm', npm, { cwd: folder, encoding: 'utf8', env: withoutNpm() })
    if (locked.status !== 0) throw new Error(`npm could not lock the packed libraries: ${locked.stderr}`)
    return readFileSync(join(folder, 'package-lock.json'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What `npm run` says to its scripts is not meant for an npm that one of them starts. */
export const withoutNpm = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(config_(dry_run|pack|json|prefix|global|local)|package)/.test(name),
    ),
  )
