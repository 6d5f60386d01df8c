import type { Plugin } from 'vite'

/**
 * What React Router does in every browser and this site never asks for, by its file: an expression, and what stands in
 * its place, so that the code behind it is left out. Links are not prefetched, routes are all known at the start, data
 * is read and written by TanStack Query (biome.json refuses the imports that would need more).
 */
const unused: Record<string, [expression: string, instead: string][]> = {
  'dom/lib.js': [
    ['usePrefetchBehavior(prefetch, rest)', '[]'],
    ['return shouldPrefetch && !isAbsolute ?', 'return false ?'],
  ],
  'router/router.js': [
    ['= consumeInstrumentationClientResultMetaReceiver(router)', '= undefined'],
    ['opts?.instrumentationNavigateMetaReceiver', 'undefined'],
    ['init.instrumentations', '(undefined)'],
    ['init.patchRoutesOnNavigation', 'undefined'],
    ['future.unstable_customRouteDiscovery', 'false'],
    ['future.unstable_routePatternMatching', 'false'],
    ['fogOfWar.active = false;', ''],
    ['fogOfWar.active', 'false'],
    ['if (isFogOfWar)', 'if (false)'],
    ['opts && opts.submission && isMutationMethod(opts.submission.formMethod)', 'false'],
    [
      'async function fetch(key, routeId, href, opts) {',
      'async function fetch() { throw new Error("router.config.ts leaves fetchers out");',
    ],
  ],
}

const file = /node_modules\/react-router\/dist\/production\/lib\/(.+)$/

/** Leaves it out of what browsers are sent. An expression that a new version has no more stops the build. */
export const leanRouter = (): Plugin => ({
  name: 'foldout:lean-router',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: {
    filter: { id: file },
    handler: (code, id) => (unused[file.exec(id)?.[1] ?? ''] ?? []).reduce(replaced, code),
  },
})

function replaced(code: string, [expression, instead]: [string, string]) {
  if (!code.includes(expression)) throw new Error(`React Router has no ${expression}: see router.config.ts`)
  return code.replaceAll(expression, instead)
}
