import type { Plugin } from 'vite'

/**
 * What React Router does in every browser and this site never asks for, by its file: an expression, and what stands in
 * its place, so that the code behind it is left out. Links are not prefetched, routes are all known at the start, data
 * is read and written by TanStack Query. biome.json refuses the imports that would need more, `tests/checks/router.test.ts`
 * what is written otherwise.
 */
const unused: Record<string, [expression: string, instead: string][]> = {
  'components.js': [
    // View transitions.
    ['if (!viewTransitionOpts || !isViewTransitionAvailable) {', '{'],
    ['if (vtContext.isTransitioning && !vtContext.flushSync)', 'if (false)'],
    ['if (renderDfd && pendingState && router.window) {', 'if (false) {'],
    ['if (renderDfd && pendingState && state.location.key', 'if (false && state.location.key'],
    ['if (!vtContext.isTransitioning && interruption) {', 'if (false) {'],
    ['if (useTransitions === true)', 'if (false)'],
    // Fetchers.
    ['newState.fetchers.forEach(', 'if (false) newState.fetchers.forEach('],
    ['deletedFetchers.forEach(', 'if (false) deletedFetchers.forEach('],
  ],
  'dom/lib.js': [
    ['window.__reactRouterVersion = "8"', ''],
    ['usePrefetchBehavior(prefetch, rest)', '[]'],
    ['return shouldPrefetch && !isAbsolute ?', 'return false ?'],
    ['const NavLink =', 'const NavLink = /* @__PURE__ */'],
    ['const Form =', 'const Form = /* @__PURE__ */'],
    ['opts?.hydrationData || parseHydrationData()', 'undefined'],
    // What the framework that is built on it draws.
    ['if (!remixContext || !getKey) return null;', 'return null;'],
    ['if (!remixContext || remixContext.isSpaMode) return null;', 'return null;'],
  ],
  'hooks.js': [
    // Server components.
    ['if (this.context && ', 'if (false && '],
    ['if (this.context) return', 'if (false) return'],
    // Routers without data.
    ['React$1.useContext(IsDataRouteContext) ?', 'true ?'],
    ['if (locationArg', 'if (false'],
  ],
  'router/router.js': [
    // What watches it.
    ['= consumeInstrumentationClientResultMetaReceiver(router)', '= undefined'],
    ['opts?.instrumentationNavigateMetaReceiver', 'undefined'],
    ['init.instrumentations', '(undefined)'],
    // Routes that are discovered on the way.
    ['init.patchRoutesOnNavigation', 'undefined'],
    ['future.unstable_customRouteDiscovery', 'false'],
    ['future.unstable_routePatternMatching', 'false'],
    ['fogOfWar.active = false;', ''],
    ['fogOfWar.active', 'false'],
    ['\t\tpatchRoutes,\n\t\t_internalFetchControllers: fetchControllers,\n\t\t_internalSetRoutes,\n', ''],
    // Submissions.
    ['opts && opts.submission && isMutationMethod(opts.submission.formMethod)', 'false'],
    ['submission != null && isMutationMethod(submission.formMethod)', 'false'],
    ['submission && isMutationMethod(submission.formMethod)', 'false'],
    ['state.navigation.formMethod != null && isMutationMethod(state.navigation.formMethod)', 'false'],
    ['if (!opts || !isSubmissionNavigation(opts)) return', 'return'],
    ['if (opts && opts.pendingError)', 'if (false)'],
    ['...getActionDataForCommit(pendingActionResult),', ''],
    ['if (newState.actionData)', 'if (false)'],
    ['(status === 400)', '(false)'],
    ['(status === 403)', '(false)'],
    ['(status === 405)', '(false)'],
    // Fetchers, and loading again.
    ['\t\tfetch,\n\t\trevalidate,\n', ''],
    ['\t\tgetFetcher,\n\t\tresetFetcher,\n\t\tdeleteFetcher: queueFetcherForDeletion,\n', ''],
    ['state.fetchers.forEach(', 'if (false) state.fetchers.forEach('],
    ['fetchersQueuedForDeletion.forEach(', 'if (false) fetchersQueuedForDeletion.forEach('],
    ['\tunmountedFetchers.forEach(', '\tif (false) unmountedFetchers.forEach('],
    ['\tmountedFetchers.forEach(', '\tif (false) mountedFetchers.forEach('],
    // View transitions.
    ['if (isBrowser)', 'if (false)'],
    [
      'if (pendingAction === "POP" && !isUninterruptedRevalidation && location !== state.location)',
      'if (false)',
    ],
    ['else if (pendingViewTransitionEnabled)', 'else if (false)'],
    // Loaders and middleware.
    ['newState.loaderData ? mergeLoaderData', 'false ? mergeLoaderData'],
    ['init.hydrationData', 'undefined'],
    ['init.getContext ? await init.getContext() : new RouterContextProvider()', 'undefined'],
    ['!initialMatches.some((m) => routeHasLoaderOrMiddleware(m.route))', 'true'],
    ['init.dataStrategy || defaultDataStrategyWithMiddleware', 'undefined'],
    ['if (typeof route.lazy === "function") {', '{'],
    ['let loadingNavigation = overrideNavigation ||', `${onlyLoadPages()} let loadingNavigation =`],
  ],
}

/** What is left to load for a page: its code. It stands at the beginning of `handleLoaders`, and nothing is done after it. */
function onlyLoadPages() {
  return `{
    const pages = matches.filter(({ route }) => route.lazy);
    if (pages.length === 0) {
      completeNavigation(location, { matches, errors: null }, { flushSync });
      return { shortCircuited: true };
    }
    const navigation = { ...IDLE_NAVIGATION, state: 'loading', location, matches, historyAction };
    if (!initialHydration) updateState({ navigation }, { flushSync });
    let errors = null;
    const fail = (route) => (error) => {
      errors = { [findNearestBoundary(matches, route.id).route.id]: error };
    };
    const load = ({ route }) => loadLazyRoute(route, 'loader', manifest, mapRouteProperties).lazyRoutePromise;
    await Promise.all(pages.map((page) => load(page).catch(fail(page.route))));
    return { shortCircuited: request.signal.aborted, matches, errors };
  }`
}

/** Names for React's developer tools; one that is written keeps the code of what has it. */
const named = /^\w+\.displayName = .+;$/gm
/**
 * What tells developers of a mistake in what they call: it does so in `npm run dev`. How a blocker changes is looked at
 * in every browser, for it keeps a second click on Leave from leaving twice.
 */
const told = /(?<!function )\b(?:invariant|warning|warnOnce|warningOnce)\((?!blocker\.)/g
const file = /node_modules\/react-router\/dist\/production\/lib\/(.+)$/

/** Leaves it out of what browsers are sent. An expression that a new version has no more stops the build. */
export const leanRouter = (): Plugin => ({
  name: 'foldout:lean-router',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: {
    filter: { id: file },
    handler: lean,
  },
})

/** What is sent of a file. */
export const lean = (code: string, id: string) =>
  (unused[file.exec(id)?.[1] ?? ''] ?? [])
    .reduce(replaced, code)
    .replace(named, '')
    .replace(told, 'false && $&')

function replaced(code: string, [expression, instead]: [string, string]) {
  if (!code.includes(expression)) throw new Error(`React Router has no ${expression}: see router.config.ts`)
  return code.replaceAll(expression, instead)
}
