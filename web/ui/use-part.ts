import { type ComponentType, lazy, useEffect, useState } from 'react'
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

/**
 * A component that the page works without: nothing stands in its place while it is fetched, or when it cannot be. Its
 * styles may be missing as well, and the bundler waits for them after whatever follows on `import()`: what fails is
 * caught around both.
 */
export const lazyOrNothing = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() }
    } catch {
      return { default: () => null }
    }
  })
