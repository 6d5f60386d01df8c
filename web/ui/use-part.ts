import { type ComponentType, useEffect, useState } from 'react'
import { showError } from './toasts/toast-store.ts'
import { waiting } from './waiting.ts'

/** Loads a component on demand, undefined until then. On failure shows a message; `giveUp` allows a retry. */
export function usePart<Props>(
  isNeeded: boolean,
  load: () => Promise<ComponentType<Props>>,
  giveUp: () => void,
): ComponentType<Props> | undefined {
  const [part, setPart] = useState<ComponentType<Props>>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the two functions are new on every drawing
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
