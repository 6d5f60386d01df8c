import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { importsOf, toJavaScript } from './to-javascript.ts'

/** The folders to pack. From `web/`, only the built pages and imported files are packed. */
const modules = ['bin', 'contract', 'server', 'demo', 'languages']
const excluded = /\.(test|testing)\.|^server\/pages\/dev-pages\.ts$|^demo\/make-ready-main\.ts$/

/**
 * Writes the packed form of the project into `app`: JavaScript instead of TypeScript, the built pages, and no code that only
 * tests, measures or builds.
 */
export function stageApp(project: string, app: string, version: string) {
  rmSync(app, { recursive: true, force: true })
  for (const module of modules) stageModule(project, app, module)
  cpSync(join(project, 'dist/client'), join(app, 'dist/client'), { recursive: true })
  cpSync(join(project, 'dist/server'), join(app, 'dist/server'), { recursive: true })
  stageImported(project, app)
  const { name, type, imports } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name, version, type, imports }, null, 2))
}

function stageModule(project: string, app: string, module: string) {
  for (const entry of readdirSync(join(project, module), { recursive: true, withFileTypes: true })) {
    const path = join(relative(project, entry.parentPath), entry.name).replaceAll('\\', '/')
    if (entry.isFile() && !excluded.test(path)) stageFile(project, app, path)
  }
}

function stageFile(project: string, app: string, path: string) {
  const to = join(app, path)
  mkdirSync(dirname(to), { recursive: true })
  if (extname(path) !== '.ts') return cpSync(join(project, path), to)
  const script = toJavaScript(readFileSync(join(project, path), 'utf8'))
  writeFileSync(to.replace(/\.ts$/, '.js'), script)
}

/** Packs the files that packed scripts import, until every import resolves. */
function stageImported(project: string, app: string) {
  const visited = new Set<string>()
  const visit = (path: string) => {
    if (visited.has(path) || !/\.(js|mjs)$/.test(path) || path.startsWith('dist/')) return
    visited.add(path)
    if (!existsSync(join(app, path))) stageFile(project, app, path.replace(/\.js$/, '.ts'))
    importsOf(readFileSync(join(app, path), 'utf8'))
      .filter((name) => /^[.#]/.test(name))
      .map((name) => (name.startsWith('#') ? name.slice(1) : join(dirname(path), name)))
      .filter((name) => name !== devPages)
      .forEach(visit)
  }
  for (const path of listScripts(app)) visit(path)
}

/** Needed only by `npm run dev`. */
const devPages = 'server/pages/dev-pages.js'

/** All scripts of the packed project, as paths relative to its folder. */
export const listScripts = (app: string) =>
  readdirSync(app, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map((entry) => relative(app, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
