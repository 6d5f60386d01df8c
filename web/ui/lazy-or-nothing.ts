import { type ComponentType, lazy } from 'react'

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
