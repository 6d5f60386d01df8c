import { type ReactNode, useRef } from 'react'
import type { ProjectTicket } from '#contract/projects.ts'
import type { projectsQuery } from '#web/api/project-lists.ts'
import { useList } from '#web/api/queries.ts'
import { Tips } from '#web/ui/controls/tooltip.tsx'
import { counted } from '#web/ui/number.ts'
import { ListEnd, useFocusOnMore } from '#web/ui/states/list-end.tsx'
import { TryAgain } from '#web/ui/states/try-again.tsx'
import { BlankTickets } from './blank-tickets.tsx'
import css from './project-ticket.module.css'

type ProjectListProps = {
  list: ReturnType<typeof projectsQuery>
  nothing: ReactNode
  children: (project: ProjectTicket) => ReactNode
}

export function ProjectList({ list: query, nothing, children }: ProjectListProps) {
  const rows = useRef<HTMLDivElement>(null)
  const list = useList(query)
  const projects = list.data?.pages.flatMap((page) => page.projects)
  useFocusOnMore(rows, projects?.length)
  if (!projects) {
    if (!list.isError) return <BlankTickets />
    return <TryAgain title="Your projects could not be loaded" onRetry={() => void list.refetch()} />
  }
  if (projects.length === 0 && !list.hasNextPage) return nothing
  return (
    <div ref={rows}>
      <Tips>
        <ul className={css.jobs}>{projects.map(children)}</ul>
      </Tips>
      <ListEnd list={list} soFar={`${counted(projects.length, 'project')} so far`} />
    </div>
  )
}
