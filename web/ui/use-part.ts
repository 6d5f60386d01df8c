import { type ComponentType, useEffect, useState } from 'react'
import { showError } from './toasts/toast-store.ts'
import { waiting } from './waiting.ts'

/**
 * A component that is fetched when it is first needed; undefined until it is there.
 * When it cannot be fetched the person is told, and `giveUp` lets them ask again.
 */
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
