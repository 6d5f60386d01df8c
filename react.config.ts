import type { Plugin } from 'vite'

/**
 * Functions of React DOM whose calls are left out of what browsers are sent, and with them their code: each does nothing
 * but for something that no page here uses. biome.json refuses the imports that would need it, `tests/checks/react.test.ts`
 * the elements and attributes.
 */
const notCalled = [
  // <ViewTransition>
  'applyViewTransitionToHostInstances',
  'commitAppearingPairViewTransitions',
  'commitDeletedPairViewTransitions',
  'commitEnterViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'createViewTransitionInstance',
  'getViewTransitionClassName',
  'getViewTransitionName',
  'maySuspendCommit',
  'measureNestedViewTransitions',
  'measureViewTransitionHostInstancesRecursive',
  'recursivelyTraverseAfterMutationEffects',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'restoreViewTransitionName',
  'restoreViewTransitionOnHostInstances',
  'scheduleViewTransitionEvent',
  'startViewTransition',
  'suspendInstance',
  'trackEnterViewTransitions',
  // <Fragment ref>
  'commitFragmentInstanceDeletionEffects',
  'commitFragmentInstanceInsertionEffects',
  'commitNewChildToFragmentInstance',
  'commitNewChildToFragmentInstances',
  'deleteChildFromFragmentInstance',
  'isFragmentInstanceParent',
  'traverseVisibleInstancesAndTextInstances',
  // <Activity>, and a list of <Suspense> that no release offers yet
  'commitActivityHydrationCallbacks',
  'updateActivityComponent',
  'updateSuspenseListComponent',
  // <link precedence>, <style precedence>, <script async>
  'acquireResource',
  'preloadResource',
  'preloadResourceAndSuspendIfNeeded',
  'suspendResource',
  // <form action={function}>
  'startHostTransition',
  // <elements-of-our-own>
  'isCustomElement',
]

/** Other expressions, and what stands in their place. */
const instead: [expression: RegExp, instead: string][] = [
  [new RegExp(String.raw`(?<!function |\.)\b(?:${notCalled.join('|')})\(`, 'g'), 'void ('],
  // Whether a render may be shown by a view transition.
  [/\((\w+) & 335544064\) === \1/g, 'false'],
  [/^(?:FragmentInstance|ViewTransitionPseudoElement)\.prototype\.\w+ = /gm, 'void '],
  // What of <link>, <style> and <script> is fetched before a page is shown: a sheet with a precedence.
  [/^function getResource\(.*\{$/gm, '$& return null;'],
  // `preload` and the like of react-dom; `useActionState`.
  [/^ +(?:[CDLMSXmr]|useActionState|useFormState): \w+,?$/gm, ''],
]

/** Leaves it out of the build for browsers. What a new version of React has no more stops the build. */
export const leanReact = (): Plugin => ({
  name: 'foldout:lean-react',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: {
    filter: { id: /node_modules\/react-dom\/cjs\/react-dom-client\.production\.js$/ },
    handler(code) {
      for (const name of notCalled) demand(code, new RegExp(`function ${name}\\(`))
      for (const [expression] of instead) demand(code, expression)
      return instead.reduce((lean, [expression, text]) => lean.replace(expression, text), code)
    },
  },
})

function demand(code: string, expression: RegExp) {
  if (code.search(expression) < 0) throw new Error(`React has no ${expression}: see react.config.ts`)
}
