import { useDeferredValue, useSyncExternalStore } from 'react'

const subscribeNever = () => () => undefined

/** False on the server and during hydration, then true. Deferred, so that what it shows blocks no click. */
export const useMounted = () =>
  useDeferredValue(
    useSyncExternalStore(
      subscribeNever,
      () => true,
      () => false,
    ),
  )
