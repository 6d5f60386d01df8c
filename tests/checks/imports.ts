import { dirname, join, normalize } from 'node:path'
import { importRules } from './import-rules.ts'

/** An import of a project file. Both paths are relative to the project. */
type Import = { from: string; to: string }

const importPattern = /(?:from|import)\s*\(?\s*'([^']+)'/g

/** Tests and their helpers may import everything, but those of the product no trials. No other file may import them. */
export const isTest = (path: string) => /\.(test|testing|spec|config)\./.test(path)

const rows = importRules.map(([modules, mayImport]) => ({
  modules: modules.split(' '),
  mayImport: mayImport.split(' '),
}))
const modules = rows.flatMap((row) => row.modules)

/** Imports that violate the rules, as sentences. Type-only imports count. */
export function wrongImports(path: string, text: string): string[] {
  if (isTest(path)) return trialsInTest(path, text)
  return [...importsOf(path, text).flatMap((each) => importProblem(each) ?? []), ...privateTables(path, text)]
}

/** The private tables of graphile-worker may change with any of its versions. */
const privateTables = (path: string, text: string) =>
  /^server\//.test(path) && path !== 'server/db/jobs.ts' && text.includes('graphile_worker._private')
    ? [`${path} may not read private tables of graphile-worker: use server/db/jobs.ts`]
    : []

/** What tests need of the trials is in `tests/support/`. */
const trialsInTest = (path: string, text: string) =>
  importsOf(path, text)
    .filter(({ from, to }) => to.startsWith('trials/') && /^(server|web|contract|tests)\//.test(from))
    .map(({ from, to }) => `${from} may not import ${to}: move what tests need to tests/support/`)

const importsOf = (path: string, text: string): Import[] =>
  [...text.matchAll(importPattern)]
    .map(([, specifier = '']) => ({ from: path, to: resolveSpecifier(path, specifier) }))
    .filter((each): each is Import => each.to !== undefined)

export function resolveSpecifier(path: string, specifier: string) {
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier))
  return specifier.startsWith('#') ? specifier.slice(1) : undefined
}

function importProblem({ from, to }: Import) {
  if (isTest(to)) return `${from} may not import ${to}: it is for tests`
  const [fromPlace, toPlace] = [moduleOf(from), moduleOf(to)]
  if (!fromPlace || !toPlace) return `${fromPlace ? to : from} is in no row of tests/checks/import-rules.ts`
  if (fromPlace === toPlace || mayImport(fromPlace, toPlace)) return undefined
  return `${from} may not import ${to}: tests/checks/import-rules.ts does not let ${fromPlace} import ${toPlace}`
}

/** Allows only rows above the importing one, which rules out import cycles between rows. */
function mayImport(from: string, to: string) {
  const [fromRow, toRow] = [from, to].map((module) => rows.findIndex((row) => row.modules.includes(module)))
  const allowed = rows[fromRow as number]?.mayImport ?? []
  return (toRow as number) < (fromRow as number) && (allowed[0] === 'all' || allowed.includes(to))
}

/** The most specific entry that contains the path: a folder, the files directly in it (`web/*`), or one file. */
const moduleOf = (path: string) =>
  modules
    .filter(
      (module) =>
        module === path || module === `${dirname(path)}/*` || (module.endsWith('/') && path.startsWith(module)),
    )
    .toSorted((a, b) => b.length - a.length)[0]

/** Files named `…-page.tsx` that no route uses, and pages in the routes that do not exist, as sentences. */
export function pageNameProblems(paths: string[], routes: string): string[] {
  const routedPages = [...routes.matchAll(/^ {2}'?([\w-]+)'?: '[/*]/gm)].map(([, name = '']) => name)
  const pageFiles = paths.flatMap((path) => /^web\/.*?([\w-]+)-page\.tsx$/.exec(path)?.[1] ?? [])
  return [
    ...pageFiles
      .filter((name, index) => !routedPages.includes(name) || pageFiles.indexOf(name) < index)
      .map((name) => `${name}-page.tsx is called a page, but web/routes.tsx does not give it a path of its own`),
    ...routedPages
      .filter((name) => !pageFiles.includes(name))
      .map((name) => `web/routes.tsx names ${name}-page.tsx, which is not there`),
  ]
}
