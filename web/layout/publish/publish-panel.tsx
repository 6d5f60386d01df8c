import { useState } from 'react'
import type { Draft } from '#contract/drafts.ts'
import * as limits from '#contract/limits.ts'
import { ConfirmFirst } from '#web/accounts/send-new-link.tsx'
import { onDayAtTime } from '#web/drafts/publishing-time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { FinishProject } from './finish-project.tsx'
import css from './publish-panel.module.css'
import type { Publishing } from './use-publish.ts'

type Props = { draft: Draft; publishing: Publishing }

/** The way out: now, or at a time that its maker chooses. */
export function PublishPanel({ draft, publishing }: Props) {
  const [isChoosing, setChoosing] = useState(false)
  const { finishing } = publishing
  const { publishAt } = draft
  return (
    <section className={css.panel} aria-label="Publishing">
      {draft.refusal && <p className="error">It was not published at its time. {draft.refusal}</p>}
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
          <strong>It is published {onDayAtTime(publishAt, now)}</strong>, by your clock. You can go on with it
          until then.
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
            Do not publish it by itself
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
  const schedule = () => {
    setTried(true)
    if (!problem) publishing.schedule(new Date(chosen).toISOString(), onClose)
  }
  return (
    <form
      className={css.time}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        schedule()
      }}
    >
      <TextField
        label="When it is published"
        type="datetime-local"
        hint={`By your clock (${Intl.DateTimeFormat().resolvedOptions().timeZone}).`}
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
const two = (value: number) => `${value}`.padStart(2, '0')

/** As a field for date and time takes it, by the clock of whoever reads it. */
function asFieldTime(at: Date) {
  const date = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Tomorrow at nine. */
function firstTime(now: number) {
  const at = new Date(now + day)
  at.setHours(9, 0, 0, 0)
  return asFieldTime(at)
}

/** Between which times a draft can be scheduled. */
const timeBounds = (now: number) => ({
  min: asFieldTime(new Date(now + 60_000)),
  max: asFieldTime(new Date(now + limits.scheduleDays * day)),
})

/** Why it cannot be published then; undefined when it can. */
function timeProblem(chosen: string, now: number) {
  const at = new Date(chosen).getTime()
  if (Number.isNaN(at)) return 'Choose a date and a time.'
  if (at <= now) return 'This time is over. Please choose one that is still to come.'
  if (at > now + limits.scheduleDays * day)
    return `A draft can be scheduled up to ${limits.scheduleDays} days ahead. Please choose an earlier time.`
}
