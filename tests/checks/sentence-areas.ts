import { areaOf } from '#web/languages/areas.ts'
import type { Source } from './endpoints.ts'
import { resolveSpecifier } from './imports.ts'

const staticImports = /^(?:import|export) (?!type\b)(?:[^'"]*? from )?'([^']+)'/gm
/** With the area whose sentences are loaded too, if any. */
const lazyImports = /(?:withSentences\('(\w+)', (?:async )?\(\) => )?\bimport\('([^']+)'\)/g
const macros = /from '@lingui\/(core|react)\/(runtime-)?macro'/

/**
 * Imports of files whose sentences would be missing, as sentences. Every page has those of `reading` and of its own area. Other
 * areas must be loaded. Only the server shows those of `server`, with its answers.
 */
export function areaProblems(sources: Source[]): string[] {
  const files = new Map(sources.map((source) => [source.path, source]))

  /** Whether a file, or one of the same area that it imports, has sentences. */
  function hasSentences(path: string, visited = new Set<string>()): boolean {
    const file = files.get(path)
    if (!file || visited.has(path)) return false
    visited.add(path)
    const isSameArea = ({ to }: Import) => areaOf(to) === areaOf(path)
    return (
      macros.test(file.text) || staticImportsOf(file).some((each) => isSameArea(each) && hasSentences(each.to, visited))
    )
  }

  return sources.flatMap((source) =>
    [...staticImportsOf(source), ...lazyImportsOf(source)]
      .filter(({ to, loaded }) => {
        const area = areaOf(to)
        if (area === 'reading' || area === 'server' || area === areaOf(source.path) || area === loaded) return false
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
