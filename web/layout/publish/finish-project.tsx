import { useNavigate } from 'react-router'
import type { Project } from '#contract/projects.ts'
import { useToggleCompletion } from '#web/projects/use-project-writes.ts'
import { Button } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'

type Props = { project: Project; zineId: string }

/** The zine is published; whether the project behind it is done, its maker knows. */
export function FinishProject({ project, zineId }: Props) {
  const navigate = useNavigate()
  const { toggling, toggle } = useToggleCompletion()
  const goOn = () => void navigate(`/zine/${zineId}`, { replace: true })
  const isBusy = toggling.has(project.id)
  const finish = async () => {
    const { notes: _notes, ...ticket } = project
    if (await toggle({ ...ticket, excerpt: '' })) goOn()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || goOn()}
      title="Mark the project finished?"
      description={`Your zine is published. “${project.title}” can go to your finished projects.`}
      width="30rem"
    >
      <div className={dialog.row}>
        <Button look="second" onClick={goOn}>
          Not now
        </Button>
        <Button data-autofocus disabled={isBusy} onClick={() => void finish()}>
          Yes
        </Button>
      </div>
    </Dialog>
  )
}
