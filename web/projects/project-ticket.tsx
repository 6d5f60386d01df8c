import { Clock, Pencil, Trash2 } from 'lucide-react'
import type { ProjectTicket as Ticket } from '#contract/projects.ts'
import { spentTime, spentTimeInWords } from '#web/focus/shown-time.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { Tip } from '#web/ui/controls/tooltip.tsx'
import check from '#web/ui/forms/check.module.css'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { ProjectMenu } from './project-menu.tsx'
import css from './project-ticket.module.css'

type ProjectActions = {
  onToggle: (project: Ticket) => void
  onSessions: (project: Ticket) => void
  onEdit: (project: Ticket) => void
  onDelete: (project: Ticket) => void
  /** For a pointer or focus that arrives: fetch what a click will need. */
  onNear: () => void
}

type ProjectTicketProps = ProjectActions & {
  project: Ticket
  isRunning: boolean
  isToggling: boolean
  /** Minutes that are focused and not on the server yet. */
  unsentMinutes: number
}

/** A job ticket: done or not, what it is, and a stub with the time that went into it. */
export function ProjectTicket({ project, isRunning, isToggling, unsentMinutes, ...on }: ProjectTicketProps) {
  const { title, excerpt } = project
  const isDone = project.completedAt !== null
  const language = useTextLanguage(title)
  const minutes = project.totalMinutes + unsentMinutes
  return (
    <li>
      <article
        className={[css.job, isDone && css.finished, isRunning && css.active].filter(Boolean).join(' ')}
      >
        <div className={css.done}>
          <input
            className={check.check}
            type="checkbox"
            aria-label={`Mark ${title} as finished`}
            checked={isToggling ? !isDone : isDone}
            aria-disabled={isToggling || undefined}
            onChange={() => on.onToggle(project)}
          />
        </div>
        <div className={css.what}>
          <h3 className={css.name} {...language}>
            <Link to={`/project/${project.id}/edit`}>{title}</Link>
          </h3>
          {excerpt && (
            <p className={css.excerpt} {...language}>
              {excerpt}
            </p>
          )}
          {project.zineId && (
            <p className={css.zine}>
              <Link to={`/zine/${project.zineId}`}>See the zine</Link>
            </p>
          )}
        </div>
        <div className={css.stub}>
          <p>
            <span className="sr">Total time: {spentTimeInWords(minutes)}</span>
            <b aria-hidden="true">{spentTime(minutes)}</b>
          </p>
          <Acts project={project} {...on} />
        </div>
      </article>
    </li>
  )
}

const Acts = ({
  project,
  onSessions,
  onEdit,
  onDelete,
  onNear,
}: Omit<ProjectActions, 'onToggle'> & { project: Ticket }) => (
  <div className={css.acts}>
    <Tip label="Sessions">
      <IconButton
        icon={Clock}
        aria-label={`Sessions of ${project.title}`}
        onClick={() => onSessions(project)}
        onPointerEnter={onNear}
        onFocus={onNear}
      />
    </Tip>
    <Tip label="Edit">
      <IconButton
        icon={Pencil}
        aria-label={`Edit ${project.title}`}
        onClick={() => onEdit(project)}
        onPointerEnter={onNear}
        onFocus={onNear}
      />
    </Tip>
    <Tip label="Delete">
      <IconButton icon={Trash2} aria-label={`Delete ${project.title}`} onClick={() => onDelete(project)} />
    </Tip>
    <ProjectMenu project={project} />
  </div>
)
