import { useSyncExternalStore } from 'react'

const subscribeNever = () => () => undefined

/** False on the server and during hydration, then true. */
export const useMounted = () =>
  useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )
