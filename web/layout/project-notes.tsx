import { useQuery } from '@tanstack/react-query'
import { projectQuery } from '#web/projects/project-calls.ts'
import css from './draft-page.module.css'

/** The notes of the project that the zine comes from, to look at while it is laid out. They are changed in their own editor. */
export function ProjectNotes({ projectId }: { projectId: string }) {
  const { data } = useQuery(projectQuery(projectId))
  const project = data?.project
  if (!project) return null
  return (
    <details className={css.crib} open>
      <summary>Notes: {project.title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long notes are scrolled with the keyboard */}
      <section tabIndex={0} aria-label="The notes">
        {project.notes.trim() || 'There are no notes.'}
      </section>
    </details>
  )
}
