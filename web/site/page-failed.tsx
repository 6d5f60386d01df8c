import { LoadFailure } from '#web/ui/states/load-failure.tsx'

export const PageFailed = () => (
  <main id="main" className="wrap">
    <title>Foldout</title>
    <LoadFailure title="This page could not be loaded" onRetry={() => location.reload()} />
  </main>
)
