import { areaOf } from '#web/languages/areas.ts'
import type { Source } from './endpoints.ts'
import { resolveSpecifier } from './imports.ts'

const staticImports = /^(?:import|export) (?!type\b)(?:[^'"]*? from )?'([^']+)'/gm
/** With the area whose sentences are loaded too, if any. */
const lazyImports = /(?:withSentences\('(\w+)', (?:async )?\(\) => )?\bimport\('([^']+)'\)/g
/** Its only sentence is in previews of links, which only the server writes. */
const previews = 'web/page-data/page-head.tsx'
const macros = /from '@lingui\/(core|react)\/(runtime-)?macro'/

/**
 * Imports of files whose sentences would be missing, as sentences. Every page has those of `site`, those of `reading` unless it
 * is in `site` itself, and those of its own area. Other areas must be loaded. Only the server shows those of `server`.
 */
export function areaProblems(sources: Source[]): string[] {
  const files = new Map(sources.map((source) => [source.path, source]))

  /** Whether a file, or one of the same area that it imports, has sentences. */
  function hasSentences(path: string, visited = new Set<string>()): boolean {
    const file = files.get(path)
    if (!file || path === previews || visited.has(path)) return false
    visited.add(path)
    const isSameArea = ({ to }: Import) => areaOf(to) === areaOf(path)
    return (
      macros.test(file.text) || staticImportsOf(file).some((each) => isSameArea(each) && hasSentences(each.to, visited))
    )
  }

  const loadedWith = new Map(sources.flatMap(lazyImportsOf).map(({ to, loaded }) => [to, loaded]))
  return sources.flatMap((source) =>
    [...staticImportsOf(source), ...lazyImportsOf(source)]
      .filter(({ to, loaded }) => {
        const [area, ownArea]: string[] = [areaOf(to), areaOf(source.path)]
        if (area === 'server' || area === 'site' || (area === 'reading' && ownArea !== 'site')) return false
        if (area === ownArea || area === loaded || loadedWith.get(source.path) === area) return false
        return !source.text.includes(`loadSentences('${area}')`) && hasSentences(to)
      })
      .map(({ to }) => `${source.path} imports ${to} without its sentences: see withSentences('${areaOf(to)}', …)`),
  )
}

type Import = { to: string; loaded?: string | undefined }

const staticImportsOf = ({ path, text }: Source): Import[] =>
  [...text.matchAll(staticImports)].map(([, specifier = '']) => ({ to: resolveSpecifier(path, specifier) ?? '' }))

const lazyImportsOf = ({ path, text }: Source): Import[] =>
  [...text.matchAll(lazyImports)].map(([, loaded, specifier = '']) => ({
    to: resolveSpecifier(path, specifier) ?? '',
    loaded,
  }))
