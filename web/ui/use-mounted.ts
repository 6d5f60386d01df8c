import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False while the server draws and the browser takes over, true from then on. */
export const useMounted = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
