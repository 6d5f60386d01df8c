import type { StoreFault, startFlakyStore } from '../flaky-store.ts'
import { type FaultSource, watchSteps } from './fault-source.ts'

/** Counts the requests to a store, and can make one of them fail. */
export function openFailingStore(store: Awaited<ReturnType<typeof startFlakyStore>>): FaultSource {
  const steps = watchSteps()
  store.hooks.faultFor = ({ method, url }) => steps.next(`${method} ${url}`) as StoreFault | undefined
  const faultsOf = (step: string): StoreFault[] =>
    step.startsWith('GET ') ? ['error', 'denied', 'short', 'cut', 'lost'] : ['error', 'denied', 'lost']
  return { during: steps.during, faultsOf, refusalsOf: () => [500, 503], close: store.heal }
}
