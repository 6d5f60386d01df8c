import { type ComponentType, lazy } from 'react'

/** An optional component. Renders nothing while loading, or if the component or its styles failed to load. */
export const lazyOptional = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() }
    } catch {
      return { default: () => null }
    }
  })
