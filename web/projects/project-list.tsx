import { type ReactNode, useRef } from 'react'
import type { ProjectTicket } from '#contract/projects.ts'
import type { projectsQuery } from '#web/api/project-lists.ts'
import { useList } from '#web/api/queries.ts'
import { Tips } from '#web/ui/controls/tooltip.tsx'
import check from '#web/ui/forms/check.module.css'
import { counted } from '#web/ui/number.ts'
import { ListEnd } from '#web/ui/states/list-end.tsx'
import skeleton from '#web/ui/states/skeleton.module.css'
import { TryAgain } from '#web/ui/states/try-again.tsx'
import { useFocusOnMore } from '#web/ui/states/use-focus-on-more.ts'
import css from './project-ticket.module.css'

type ProjectListProps = {
  list: ReturnType<typeof projectsQuery>
  nothing: ReactNode
  children: (project: ProjectTicket) => ReactNode
}

/** The tickets of a list, or what stands in their place: blank ones, the words for none, or for not being reached. */
export function ProjectList({ list: query, nothing, children }: ProjectListProps) {
  const rows = useRef<HTMLDivElement>(null)
  const list = useList(query)
  const projects = list.data?.pages.flatMap((page) => page.projects)
  useFocusOnMore(rows, projects?.length)
  if (!projects) {
    if (!list.isError) return <BlankTickets />
    return <TryAgain title="Your projects could not be reached" onRetry={() => void list.refetch()} />
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

/** Tickets that nobody has written on. */
export const BlankTickets = () => (
  <>
    <p className="sr" role="status">
      Loading projects
    </p>
    <ul className={css.jobs} aria-hidden="true">
      {['62%', '48%', '70%'].map((width) => (
        <li key={width} className={css.job} data-skeleton>
          <div className={css.done}>
            <span className={`${check.check} ${css.box}`} />
          </div>
          <div className={css.what}>
            <span className={skeleton.bar} style={{ width, height: '1.2em' }} />
            <span className={skeleton.bar} style={{ width: '80%' }} />
          </div>
          <div className={css.stub} />
        </li>
      ))}
    </ul>
  </>
)
