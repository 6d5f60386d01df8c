import type { LetterAct } from '#contract/report-reasons.ts'
import type { Letter } from '#contract/reports.ts'

type Words = { name: string; hint: string; button: string; busy: string }

const ofZine: Record<LetterAct, Words> = {
  hide: {
    name: 'Hide it for now',
    hint: 'Nobody but its maker sees it. It can be shown again.',
    button: 'Hide This Zine',
    busy: 'Hiding...',
  },
  keep: {
    name: 'Keep it',
    hint: 'It stays as it is, and these reports are done.',
    button: 'Keep This Zine',
    busy: 'Keeping...',
  },
  remove: {
    name: 'Remove it',
    hint: 'It is gone with its pages and favorites. This cannot be undone.',
    button: 'Remove This Zine',
    busy: 'Removing...',
  },
}

const ofCreator: Record<LetterAct, Words> = {
  hide: {
    name: 'Suspend for now',
    hint: 'Signed out and kept out, and nothing of theirs is shown. They can be let in again.',
    button: 'Suspend This Creator',
    busy: 'Suspending...',
  },
  keep: {
    name: 'Keep',
    hint: 'Nothing changes for them, and these reports are done.',
    button: 'Keep This Creator',
    busy: 'Keeping...',
  },
  remove: {
    name: 'Remove',
    hint: 'The account is gone with everything in it. This cannot be undone.',
    button: 'Remove This Creator',
    busy: 'Removing...',
  },
}

export const wordsFor = ({ zine }: Pick<Letter, 'zine'>) => (zine ? ofZine : ofCreator)

/** The confirmation, and the command that undoes the decision. */
export function decidedWords(act: LetterAct, { zine, creator }: Letter) {
  const done = {
    hide: zine ? 'is hidden from everybody but its maker.' : 'is suspended.',
    keep: 'stays as it is.',
    remove: 'is gone.',
  }
  return {
    message: `“${zine?.title ?? creator.username}” ${done[act]} The reports about it are done.`,
    ...(act === 'hide' && {
      undo: `admin ${zine ? `zine restore ${zine.id}` : `member restore ${creator.username}`}`,
    }),
  }
}
