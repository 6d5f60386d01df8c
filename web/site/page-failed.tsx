import { TryAgain } from '#web/ui/states/try-again.tsx'

export const PageFailed = () => (
  <main id="main" className="wrap">
    <title>Foldout</title>
    <TryAgain title="This page could not be loaded" onRetry={() => location.reload()} />
  </main>
)
