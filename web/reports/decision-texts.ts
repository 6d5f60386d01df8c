import { msg, ph, t } from '@lingui/core/macro'
import type { ModerationAct } from '#contract/report-reasons.ts'
import type { ModerationEmail } from '#contract/reports.ts'

type ActionLabels = { name: string; hint: string; button: string; busy: string }

const ofZine: Record<ModerationAct, ActionLabels> = {
  hide: {
    name: 'Hide it',
    hint: msg`Only its creator can see it. You can make it visible again.`,
    button: msg`Hide this zine`,
    busy: msg`Hiding…`,
  },
  keep: {
    name: 'Keep it',
    hint: msg`It stays online, and these reports are resolved.`,
    button: msg`Keep this zine`,
    busy: msg`Keeping…`,
  },
  remove: {
    name: 'Remove it',
    hint: msg`It is deleted with its pages and favorites. This cannot be undone.`,
    button: msg`Remove this zine`,
    busy: msg`Removing…`,
  },
}

const ofCreator: Record<ModerationAct, ActionLabels> = {
  hide: {
    name: 'Suspend',
    hint: msg`They are signed out and can’t sign in, and their work is hidden. You can end the suspension.`,
    button: msg`Suspend this creator`,
    busy: msg`Suspending…`,
  },
  keep: {
    name: 'Keep',
    hint: msg`Nothing changes for them, and these reports are resolved.`,
    button: msg`Keep this creator`,
    busy: msg`Keeping…`,
  },
  remove: {
    name: 'Remove',
    hint: msg`The account is deleted with everything in it. This cannot be undone.`,
    button: msg`Remove this creator`,
    busy: msg`Removing…`,
  },
}

export const labelsFor = ({ zine }: Pick<ModerationEmail, 'zine'>) => (zine ? ofZine : ofCreator)

/** The confirmation after the name of the report target, and the admin command that undoes the decision. */
export function describeOutcome(action: ModerationAct, { zine, creator }: ModerationEmail) {
  const outcomes = {
    hide: zine ? t`is hidden from everyone except its creator.` : t`is suspended.`,
    keep: t`stays online.`,
    remove: t`is removed.`,
  }
  return {
    outcome: t`${ph({ value: outcomes[action] })} The reports about it are resolved.`,
    ...(action === 'hide' && {
      undo: `admin ${zine ? t`zine restore ${ph({ id: zine.id })}` : t`member restore ${ph({ username: creator.username })}`}`,
    }),
  }
}
