import { type SubmitEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Draft } from '#contract/drafts.ts'
import * as limits from '#contract/limits.ts'
import { ConfirmFirst } from '#web/accounts/send-new-link.tsx'
import { onDayAtTime } from '#web/drafts/publishing-time.ts'
import { ownTimeZone } from '#web/focus/chart/focus-days.ts'
import { useToggleCompletion } from '#web/projects/use-project-writes.ts'
import { Button } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { useNow } from '#web/ui/use-now.ts'
import css from '../draft-page.module.css'
import type { Publishing } from './use-publish.ts'

type Props = { draft: Draft; publishing: Publishing }

export function PublishPanel({ draft, publishing }: Props) {
  const [isChoosing, setChoosing] = useState(false)
  const { finishing } = publishing
  const { publishAt } = draft
  return (
    <section className={css.panel} aria-label="Publishing">
      {draft.refusal && <p className="error">It was not published as scheduled. {draft.refusal}</p>}
      {publishing.refusal && (
        <p className="error" role="alert">
          {publishing.refusal.sentence}
        </p>
      )}
      {publishing.refusal?.mustConfirm && <ConfirmFirst />}
      {isChoosing ? (
        <ChooseTime {...{ publishAt, publishing }} onClose={() => setChoosing(false)} />
      ) : (
        <Ways {...{ publishAt, publishing }} onChoose={() => setChoosing(true)} />
      )}
      {finishing && <FinishProject {...finishing} />}
    </section>
  )
}

type WaysProps = { publishAt: string | null; publishing: Publishing; onChoose: () => void }

function Ways({ publishAt, publishing, onChoose }: WaysProps) {
  const now = useNow()
  const { isBusy, isScheduling } = publishing
  return (
    <>
      {publishAt && (
        <p role="status">
          <strong>It will be published {onDayAtTime(publishAt, now)}</strong>, your local time. You can keep
          working on it until then.
        </p>
      )}
      <div className={css.ways}>
        <Button aria-disabled={isBusy || undefined} onClick={() => isBusy || publishing.publish()}>
          {isBusy ? 'Publishing...' : publishAt ? 'Publish now' : 'Publish'}
        </Button>
        <Button look="second" disabled={isBusy} onClick={onChoose}>
          {publishAt ? 'Change the time' : 'Schedule'}
        </Button>
        {publishAt && (
          <Button look="second" disabled={isBusy || isScheduling} onClick={publishing.takeBack}>
            Cancel scheduling
          </Button>
        )}
      </div>
    </>
  )
}

type TimeProps = { publishAt: string | null; publishing: Publishing; onClose: () => void }

function ChooseTime({ publishAt, publishing, onClose }: TimeProps) {
  const now = useNow()
  const [chosen, setChosen] = useState(() => (publishAt ? asFieldTime(new Date(publishAt)) : firstTime(now)))
  const [isTried, setTried] = useState(false)
  const problem = timeProblem(chosen, now)
  const schedule = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (!problem) publishing.schedule(new Date(chosen).toISOString(), onClose)
  }
  return (
    <form className={css.time} noValidate onSubmit={schedule}>
      <TextField
        label="Publication time"
        type="datetime-local"
        hint={`Your local time (${ownTimeZone()}).`}
        {...timeBounds(now)}
        {...(isTried && problem && { error: problem })}
        autoFocus
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      />
      <div className={css.ways}>
        <Button type="submit" disabled={publishing.isScheduling}>
          {problem ? 'Publish at this time' : `Publish ${onDayAtTime(new Date(chosen).toISOString(), now)}`}
        </Button>
        <Button look="second" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const day = 24 * 60 * 60_000
const asFieldTime = (at: Date) =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

function firstTime(now: number) {
  const at = new Date(now + day)
  at.setHours(9, 0, 0, 0)
  return asFieldTime(at)
}

const timeBounds = (now: number) => ({
  min: asFieldTime(new Date(now + 60_000)),
  max: asFieldTime(new Date(now + limits.scheduleDays * day)),
})

function timeProblem(chosen: string, now: number) {
  const at = new Date(chosen).getTime()
  if (Number.isNaN(at)) return 'Choose a date and a time.'
  if (at <= now) return 'This time is in the past. Please choose a later one.'
  if (at > now + limits.scheduleDays * day)
    return `A draft can be scheduled up to ${limits.scheduleDays} days ahead. Please choose an earlier time.`
}

function FinishProject({ project, zineId }: NonNullable<Publishing['finishing']>) {
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
      title="Mark the project as finished?"
      description={`Your zine is published. Move “${project.title}” to your finished projects?`}
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
