import { ExportLink } from './export-card.tsx'
import { Setting } from './setting.tsx'

export const ThingsCard = ({ userId }: { userId: string }) => (
  <Setting title="Your Things" hint="They are yours. Take them whenever you like.">
    <p>
      One zip with every zine and its pages, your profile, favorites and follows, and what we keep about this
      account.
    </p>
    <ExportLink userId={userId} />
  </Setting>
)
