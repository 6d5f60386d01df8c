import type { OpenZine } from '#contract/zines.ts'
import { Day, Reason } from '#web/reports/decision-told.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import css from './hidden-note.module.css'

/** On a zine that nobody but its maker sees: that it is so, since when and why. */
export const HiddenNote = ({ hidden }: { hidden: NonNullable<OpenZine['hidden']> }) => (
  <div className={css.note} role="note">
    <p>
      <strong>Not shown to others</strong>
    </p>
    <p>
      Whoever runs this site hid it on <Day at={hidden.at} />.
    </p>
    <Reason reason={hidden.reason} />
    <p>
      You can change it or delete it, and <Link to="/profile">answer on your profile</Link>.
    </p>
  </div>
)
