import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { BookOpen, Clock, Ellipsis, LayoutTemplate, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ProjectTicket as Ticket } from '#contract/projects.ts'
import { textLanguageOf } from '#contract/text-language.ts'
import { useLayOutProject } from '#web/drafts/create-draft.tsx'
import { formatMinutes, formatMinutesInWords } from '#web/focus/format-time.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import { Tooltip } from '#web/ui/controls/tooltip.tsx'
import check from '#web/ui/forms/check.module.css'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { MakeProjectPages } from './make-pages.tsx'
import css from './project-ticket.module.css'

type ProjectActions = {
  onToggle: (project: Ticket) => void
  onSessions: (project: Ticket) => void
  onEdit: (project: Ticket) => void
  onDelete: (project: Ticket) => void
  onPreload: () => void
}

type ProjectTicketProps = ProjectActions & {
  project: Ticket
  isRunning: boolean
  isToggling: boolean
  unsentMinutes: number
}

export function ProjectTicket({ project, isRunning, isToggling, unsentMinutes, ...on }: ProjectTicketProps) {
  const { t } = useLingui()
  const { title, excerpt } = project
  const isDone = project.completedAt !== null
  const language = useTextLanguage(title)
  const minutes = project.totalMinutes + unsentMinutes
  return (
    <li>
      <article className={[css.job, isDone && css.finished, isRunning && css.active].filter(Boolean).join(' ')}>
        <div className={css.done}>
          <input
            className={check.check}
            type="checkbox"
            aria-label={t`Mark ${title} as finished`}
            checked={isToggling ? !isDone : isDone}
            aria-disabled={isToggling || undefined}
            onChange={() => on.onToggle(project)}
          />
        </div>
        <div className={css.info}>
          <h3 className={css.name} {...language}>
            <Link to={`/project/${project.id}/edit`}>{title}</Link>
          </h3>
          {excerpt && (
            <p className={css.excerpt} {...textLanguageOf(excerpt)}>
              {excerpt}
            </p>
          )}
          {project.zineId && (
            <p className={css.zine}>
              <Link to={`/zine/${project.zineId}`}>{t`See the zine`}</Link>
            </p>
          )}
        </div>
        <div className={css.stub}>
          <p>
            <span className="sr">
              <Trans>Total time: {ph({ minutes: formatMinutesInWords(minutes) })}</Trans>
            </span>
            <b aria-hidden="true">{formatMinutes(minutes)}</b>
          </p>
          <TicketActions project={project} {...on} />
        </div>
      </article>
    </li>
  )
}

type TicketActionsProps = Omit<ProjectActions, 'onToggle'> & { project: Ticket }

function TicketActions({ project, onSessions, onEdit, onDelete, onPreload }: TicketActionsProps) {
  const { t } = useLingui()
  const actions = [
    { label: t`Sessions`, name: t`Sessions of ${ph({ title: project.title })}`, Icon: Clock, run: onSessions },
    { label: t`Edit`, name: t`Edit ${ph({ title: project.title })}`, Icon: Pencil, run: onEdit },
    { label: t`Delete`, name: t`Delete ${ph({ title: project.title })}`, Icon: Trash2, run: onDelete },
  ]
  return (
    <div className={css.actions}>
      {actions.map(({ label, name, Icon, run }) => (
        <Tooltip key={label} label={label}>
          <IconButton
            icon={Icon}
            aria-label={name}
            onClick={() => run(project)}
            onPointerEnter={onPreload}
            onFocus={onPreload}
          />
        </Tooltip>
      ))}
      <ProjectMenu project={project} />
    </div>
  )
}

function ProjectMenu({ project }: { project: Ticket }) {
  const { t } = useLingui()
  const { isCreating, layOut } = useLayOutProject()
  const [isMakingPages, setMakingPages] = useState(false)
  return (
    <>
      <Menu
        trigger={
          <IconButton
            icon={Ellipsis}
            aria-label={t`Menu of ${ph({ title: project.title })}`}
            aria-busy={isCreating || undefined}
          />
        }
      >
        <MenuItem icon={BookOpen} onSelect={() => void layOut(project)}>{t`Lay out images`}</MenuItem>
        <MenuItem icon={LayoutTemplate} onSelect={() => setMakingPages(true)}>{t`Make pages from notes`}</MenuItem>
      </Menu>
      {isMakingPages && <MakeProjectPages id={project.id} onClose={() => setMakingPages(false)} />}
    </>
  )
}
