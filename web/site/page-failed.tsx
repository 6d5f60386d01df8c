import { TryAgain } from '#web/ui/states/try-again.tsx'

/** In the place of a page whose code could not be fetched, or that broke while it was drawn. */
export const PageFailed = () => (
  <main id="main" className="wrap">
    <title>Foldout</title>
    <TryAgain title="This page could not be loaded" onRetry={() => location.reload()} />
  </main>
)
