import type { ModerationAct } from '#contract/report-reasons.ts'
import type { ModerationEmail } from '#contract/reports.ts'

type ActionLabels = { name: string; hint: string; button: string; busy: string }

const ofZine: Record<ModerationAct, ActionLabels> = {
  hide: {
    name: 'Hide it',
    hint: 'Only its creator can see it. You can make it visible again.',
    button: 'Hide this zine',
    busy: 'Hiding…',
  },
  keep: {
    name: 'Keep it',
    hint: 'It stays online, and these reports are resolved.',
    button: 'Keep this zine',
    busy: 'Keeping…',
  },
  remove: {
    name: 'Remove it',
    hint: 'It is deleted with its pages and favorites. This cannot be undone.',
    button: 'Remove this zine',
    busy: 'Removing…',
  },
}

const ofCreator: Record<ModerationAct, ActionLabels> = {
  hide: {
    name: 'Suspend',
    hint: 'They are signed out and can’t sign in, and their work is hidden. You can end the suspension.',
    button: 'Suspend this creator',
    busy: 'Suspending…',
  },
  keep: {
    name: 'Keep',
    hint: 'Nothing changes for them, and these reports are resolved.',
    button: 'Keep this creator',
    busy: 'Keeping…',
  },
  remove: {
    name: 'Remove',
    hint: 'The account is deleted with everything in it. This cannot be undone.',
    button: 'Remove this creator',
    busy: 'Removing…',
  },
}

export const labelsFor = ({ zine }: Pick<ModerationEmail, 'zine'>) => (zine ? ofZine : ofCreator)

/** The confirmation after the name of the report target, and the admin command that undoes the decision. */
export function describeOutcome(action: ModerationAct, { zine, creator }: ModerationEmail) {
  const outcomes = {
    hide: zine ? 'is hidden from everyone except its creator.' : 'is suspended.',
    keep: 'stays online.',
    remove: 'is removed.',
  }
  return {
    outcome: `${outcomes[action]} The reports about it are resolved.`,
    ...(action === 'hide' && {
      undo: `admin ${zine ? `zine restore ${zine.id}` : `member restore ${creator.username}`}`,
    }),
  }
}
