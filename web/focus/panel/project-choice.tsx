import { Field } from '#web/ui/forms/field.tsx'
import type { ProjectName } from '../timer/timer-model.ts'

type ProjectChoiceProps = {
  projects: ProjectName[] | undefined
  chosen: ProjectName | undefined
  label?: string
  onChoose: (project: ProjectName) => void
}

/** What the minutes are for. One that is not in the list any more, such as a finished project, stays chosen. */
export function ProjectChoice({ projects = [], chosen, label = 'Project', onChoose }: ProjectChoiceProps) {
  const isListed = !chosen || projects.some(({ id }) => id === chosen.id)
  const all = isListed ? projects : [chosen, ...projects]
  const choose = (id: string) => {
    const project = all.find((each) => each.id === id)
    if (project) onChoose(project)
  }
  return (
    <Field label={label}>
      {(wiring) => (
        <select
          className="input"
          value={chosen?.id ?? ''}
          disabled={all.length === 0}
          onChange={({ target }) => {
            // Not every browser gives focus to what is clicked, and a question that follows has to give it back.
            target.focus()
            choose(target.value)
          }}
          {...wiring}
        >
          {all.length === 0 && <option value="">No project yet</option>}
          {all.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
