import { BookOpen, Ellipsis } from 'lucide-react'
import type { ProjectTicket } from '#contract/projects.ts'
import { useLayOutProject } from '#web/drafts/use-lay-out-project.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'

/** What else can become of a project. */
export function ProjectMenu({ project }: { project: ProjectTicket }) {
  const { isBeginning, layOut } = useLayOutProject()
  return (
    <Menu
      trigger={
        <IconButton
          icon={Ellipsis}
          aria-label={`Menu of ${project.title}`}
          aria-busy={isBeginning || undefined}
        />
      }
    >
      <MenuItem icon={BookOpen} onSelect={() => void layOut(project)}>
        Lay out as a zine
      </MenuItem>
    </Menu>
  )
}
