import { dirname, join, normalize } from 'node:path'
import { importRules } from './import-rules.ts'

/** An import of a project file. Both paths are relative to the project. */
type Import = { from: string; to: string }

const importPattern = /(?:from|import)\s*\(?\s*'([^']+)'/g

/** Tests and their helpers may import everything. No other file may import them. */
export const isTest = (path: string) => /\.(test|testing|spec|config)\./.test(path)

const rows = importRules.map(([places, mayImport]) => ({
  places: places.split(' '),
  mayImport: mayImport.split(' '),
}))
const places = rows.flatMap((row) => row.places)

/** Imports that violate the rules, as sentences. Type-only imports count. */
export function wrongImports(path: string, text: string): string[] {
  if (isTest(path)) return []
  return importsOf(path, text).flatMap((each) => wrongImport(each) ?? [])
}

const importsOf = (path: string, text: string): Import[] =>
  [...text.matchAll(importPattern)]
    .map(([, specifier = '']) => ({ from: path, to: resolved(path, specifier) }))
    .filter((each): each is Import => each.to !== undefined)

function resolved(path: string, specifier: string) {
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier))
  return specifier.startsWith('#') ? specifier.slice(1) : undefined
}

function wrongImport({ from, to }: Import) {
  if (isTest(to)) return `${from} may not import ${to}: it is for tests`
  const [fromPlace, toPlace] = [placeOf(from), placeOf(to)]
  if (!fromPlace || !toPlace) return `${fromPlace ? to : from} is in no row of tests/checks/import-rules.ts`
  if (fromPlace === toPlace || mayImport(fromPlace, toPlace)) return undefined
  return `${from} may not import ${to}: tests/checks/import-rules.ts does not let ${fromPlace} import ${toPlace}`
}

/** Allows only rows above the importing one, which rules out import cycles between rows. */
function mayImport(from: string, to: string) {
  const [at, of] = [from, to].map((place) => rows.findIndex((row) => row.places.includes(place)))
  const allowed = rows[at as number]?.mayImport ?? []
  return (of as number) < (at as number) && (allowed[0] === 'all' || allowed.includes(to))
}

/** The most specific entry that contains the path: a folder, the files directly in it (`web/*`), or one file. */
const placeOf = (path: string) =>
  places
    .filter(
      (place) =>
        place === path || place === `${dirname(path)}/*` || (place.endsWith('/') && path.startsWith(place)),
    )
    .toSorted((a, b) => b.length - a.length)[0]

/** Files named `…-page.tsx` that no route uses, and pages in the routes that do not exist, as sentences. */
export function wrongPages(paths: string[], routes: string): string[] {
  const named = [...routes.matchAll(/'(web\/[^']+-page\.tsx)'/g)].map(([, path = '']) => path)
  const called = paths.filter((path) => path.startsWith('web/') && path.endsWith('-page.tsx'))
  return [
    ...called
      .filter((path) => !named.includes(path))
      .map((path) => `${path} is called a page, but web/routes.tsx does not name it`),
    ...named
      .filter((path) => !paths.includes(path))
      .map((path) => `web/routes.tsx names ${path}, which is not there`),
  ]
}
