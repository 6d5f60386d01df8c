import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useRef } from 'react'
import { type ProjectState, projectsQuery } from '#web/api/project-lists.ts'
import { useList } from '#web/api/queries.ts'
import { formatNumber } from '#web/languages/formats.ts'
import css from './workspace.module.css'

const tabs: { state: ProjectState; label: MessageDescriptor }[] = [
  { state: 'active', label: msg`My Projects` },
  { state: 'finished', label: msg`Finished` },
]

export const projectTabId = (state: ProjectState) => `projects-tab-${state}`
export const projectPanelId = 'projects-panel'

type ProjectTabsProps = { userId: string; open: ProjectState; onOpen: (state: ProjectState) => void }

/** Inner tabs. Arrow keys open a tab immediately, because both lists are loaded. */
export function ProjectTabs({ userId, open, onOpen }: ProjectTabsProps) {
  const { t } = useLingui()
  const row = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const other = tabs.find(({ state }) => state !== open)
    if (!other) return
    onOpen(other.state)
    row.current?.querySelector<HTMLElement>(`#${projectTabId(other.state)}`)?.focus()
  }
  return (
    <div className={css.tabs} role="tablist" aria-label={t`Projects`} ref={row} onKeyDown={onKeyDown}>
      {tabs.map(({ state, label }) => (
        <button
          key={state}
          type="button"
          role="tab"
          id={projectTabId(state)}
          aria-selected={state === open}
          aria-controls={state === open ? projectPanelId : undefined}
          tabIndex={state === open ? 0 : -1}
          onClick={() => onOpen(state)}
        >
          {t(label)} <Count userId={userId} state={state} />
        </button>
      ))}
    </div>
  )
}

function Count({ userId, state }: { userId: string; state: ProjectState }) {
  const { i18n } = useLingui()
  const { data } = useList(projectsQuery(userId, state))
  if (!data) return null
  const count = data.pages.reduce((total, page) => total + page.projects.length, 0)
  return (
    <span className={css.count}>
      {formatNumber(i18n.locale, count)}
      {data.pages.at(-1)?.nextCursor && '+'}
    </span>
  )
}
