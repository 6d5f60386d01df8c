import { type ComponentType, useEffect, useState } from 'react'
import { showError } from './toasts/toast-store.ts'
import { waiting } from './waiting.ts'

/** Loads a component on demand, undefined until then. Reports a failure and calls `giveUp`, which allows a retry. */
export function usePart<Props>(
  isNeeded: boolean,
  load: () => Promise<ComponentType<Props>>,
  giveUp: () => void,
): ComponentType<Props> | undefined {
  const [part, setPart] = useState<ComponentType<Props>>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: both functions are new on every render
  useEffect(() => {
    if (!isNeeded || part) return
    waiting(load()).then(
      (loaded) => setPart(() => loaded),
      () => {
        showError('Something went wrong. Please try again.')
        giveUp()
      },
    )
  }, [isNeeded, part])
  return part
}
