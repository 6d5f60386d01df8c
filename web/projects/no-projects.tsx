import type { ProjectState } from '#web/api/project-lists.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Empty } from '#web/ui/states/empty.tsx'

type NoProjectsProps = { state: ProjectState; onNew: () => void; onNear: () => void }

export const NoProjects = ({ state, onNew, onNear }: NoProjectsProps) =>
  state === 'active' ? (
    <Empty
      spot="desk"
      title="No projects yet"
      hint="Every zine was a note to self once. Write the first one down."
    >
      <Button look="second" onClick={onNew} onPointerEnter={onNear} onFocus={onNear}>
        Begin a project
      </Button>
    </Empty>
  ) : (
    <Empty
      spot="kettle"
      title="Nothing finished yet"
      hint="Tick a project off, and it is kept here with its time."
    />
  )
