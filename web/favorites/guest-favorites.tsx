import { openSignIn } from '#web/accounts/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Empty } from '#web/ui/states/empty.tsx'

export const GuestFavorites = () => (
  <Empty
    spot="key"
    title="Sign in to see your favorites"
    hint="Every zine you favorite waits here until you want it again."
  >
    <Button onClick={() => openSignIn({ reason: 'favorite' })}>Sign In</Button>
  </Empty>
)
