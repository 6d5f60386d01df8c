import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ModerationAct } from '#contract/report-reasons.ts'
import type { ModerationEmail } from '#contract/reports.ts'

type ActionLabels = Record<'name' | 'hint' | 'button' | 'busy', MessageDescriptor>

const ofZine: Record<ModerationAct, ActionLabels> = {
  hide: {
    name: msg`Hide it`,
    hint: msg`Only its creator can see it. You can make it visible again.`,
    button: msg`Hide this zine`,
    busy: msg`Hiding…`,
  },
  keep: {
    name: msg`Keep it`,
    hint: msg`It stays online, and these reports are resolved.`,
    button: msg`Keep this zine`,
    busy: msg`Keeping…`,
  },
  remove: {
    name: msg`Remove it`,
    hint: msg`It is deleted with its pages and favorites. This cannot be undone.`,
    button: msg`Remove this zine`,
    busy: msg`Removing…`,
  },
}

const ofCreator: Record<ModerationAct, ActionLabels> = {
  hide: {
    name: msg({ message: 'Suspend', context: 'decision about a reported creator' }),
    hint: msg`They are signed out and can’t sign in, and their work is hidden. You can end the suspension.`,
    button: msg`Suspend this creator`,
    busy: msg`Suspending…`,
  },
  keep: {
    name: msg({ message: 'Keep', context: 'decision about a reported creator' }),
    hint: msg`Nothing changes for them, and these reports are resolved.`,
    button: msg`Keep this creator`,
    busy: msg`Keeping…`,
  },
  remove: {
    name: msg({ message: 'Remove', context: 'decision about a reported creator' }),
    hint: msg`The account is deleted with everything in it. This cannot be undone.`,
    button: msg`Remove this creator`,
    busy: msg`Removing…`,
  },
}

export const labelsFor = ({ zine }: Pick<ModerationEmail, 'zine'>) => (zine ? ofZine : ofCreator)

/** The confirmation, and the admin command that undoes the decision. */
export function describeOutcome(action: ModerationAct, { zine, creator }: ModerationEmail) {
  const outcome = outcomes[action](zine?.title ?? creator.username, zine !== null)
  const undo = zine ? `admin zine restore ${zine.id}` : `admin member restore ${creator.username}`
  return { outcome, ...(action === 'hide' && { undo }) }
}

const outcomes: Record<ModerationAct, (name: string, isZine: boolean) => MessageDescriptor> = {
  hide: (name, isZine) =>
    isZine
      ? msg`“${name}” is hidden from everyone except its creator. The reports about it are resolved.`
      : msg`“${name}” is suspended. The reports about it are resolved.`,
  keep: (name) => msg`“${name}” stays online. The reports about it are resolved.`,
  remove: (name) => msg`“${name}” is removed. The reports about it are resolved.`,
}
