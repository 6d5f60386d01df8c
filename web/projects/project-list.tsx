import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef } from 'react'
import type { ProjectTicket } from '#contract/projects.ts'
import type { projectsQuery } from '#web/api/project-lists.ts'
import { useList } from '#web/api/queries.ts'
import { TooltipGroup } from '#web/ui/controls/tooltip.tsx'
import { ListEnd, useFocusOnMore } from '#web/ui/states/list-end.tsx'
import { LoadFailure } from '#web/ui/states/load-failure.tsx'
import css from './project-ticket.module.css'
import { SkeletonTickets } from './skeleton-tickets.tsx'

type ProjectListProps = {
  list: ReturnType<typeof projectsQuery>
  emptyState: ReactNode
  children: (project: ProjectTicket) => ReactNode
}

export function ProjectList({ list: query, emptyState, children }: ProjectListProps) {
  const { t } = useLingui()
  const rows = useRef<HTMLDivElement>(null)
  const list = useList(query)
  const projects = list.data?.pages.flatMap((page) => page.projects)
  useFocusOnMore(rows, projects?.length)
  if (!projects) {
    if (!list.isError) return <SkeletonTickets />
    return <LoadFailure title={t`Your projects could not be loaded`} onRetry={() => void list.refetch()} />
  }
  if (projects.length === 0 && !list.hasNextPage) return emptyState
  return (
    <div ref={rows}>
      <TooltipGroup>
        <ul className={css.jobs}>{projects.map(children)}</ul>
      </TooltipGroup>
      <ListEnd
        list={list}
        soFar={t`${plural({ count: projects.length }, { one: '# project', other: '# projects' })} so far`}
      />
    </div>
  )
}
