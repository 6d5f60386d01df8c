import { useLingui } from '@lingui/react/macro'
import { type ComponentType, useEffect, useState } from 'react'
import { showBusyWhile } from './busy-clicks.ts'
import { showError } from './toasts/toast-store.ts'

/** Loads a component on demand, undefined until then. Reports a failure and calls `onFailed`, which allows a retry. */
export function useLazyComponent<Props>(
  isNeeded: boolean,
  load: () => Promise<ComponentType<Props>>,
  onFailed: () => void,
): ComponentType<Props> | undefined {
  const { t } = useLingui()
  const [component, setComponent] = useState<ComponentType<Props>>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: both functions are new on every render
  useEffect(() => {
    if (!isNeeded || component) return
    showBusyWhile(load()).then(
      (loaded) => setComponent(() => loaded),
      () => {
        showError(t`Something went wrong. Please try again.`)
        onFailed()
      },
    )
  }, [isNeeded, component])
  return component
}
