import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { formatList } from '#web/languages/formats.ts'
import type { Unsaved } from './unsaved-work.ts'

export function describeUnsaved({ text, page, session, timer }: Unsaved) {
  const count = text + page + session + timer
  if (count === timer) return t`The running timer could not be saved: only this browser has it.`
  const unsaved = formatList(i18n.locale, [
    ...(text > 0 ? [t`${plural(text, { one: '# text', other: '# texts' })}`] : []),
    ...(page > 0 ? [t`${plural(page, { one: '# page', other: '# pages' })}`] : []),
    ...(session > 0 ? [t`${plural(session, { one: '# focus session', other: '# focus sessions' })}`] : []),
    ...(timer > 0
      ? [t({ message: 'the running timer', comment: 'At the end of a list of what could not be saved' })]
      : []),
  ])
  return t`${plural(count, {
    one: `${unsaved} could not be saved: only this browser has it.`,
    other: `${unsaved} could not be saved: only this browser has them.`,
  })}`
}
