import { msg, ph, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Draft } from '#contract/drafts.ts'
import * as limits from '#contract/limits.ts'
import { UnconfirmedEmailNotice } from '#web/accounts/send-new-link.tsx'
import { browserTimeZone } from '#web/browser/browser-time-zone.ts'
import { draftAddress } from '#web/drafts/create-draft.tsx'
import { publishingMoment } from '#web/drafts/publishing-time.ts'
import { useToggleCompletion } from '#web/projects/use-project-writes.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { useNow } from '#web/ui/use-now.ts'
import css from '../draft-page.module.css'
import type { CutPage } from '../table/content.ts'
import { CutPages } from '../table/cut-pages.tsx'
import type { Publishing } from './use-publish.ts'

type Props = {
  draft: Draft
  publishing: Publishing
  canPrint: boolean
  cutPages: readonly CutPage[]
  onOpen: (page: CutPage) => void
}

export function PublishPanel({ draft, publishing, canPrint, cutPages, onOpen }: Props) {
  const { t } = useLingui()
  const cutList = useId()
  const [isChoosing, setChoosing] = useState(false)
  const { finishing } = publishing
  const { publishAt } = draft
  const refusal = draft.refusalTranslation ?? draft.refusal
  return (
    <section className={css.panel} aria-label={t`Publishing`}>
      {refusal && <p className="error">{t`It was not published as scheduled. ${refusal}`}</p>}
      {publishing.publishError && (
        <p className="error" role="alert">
          {publishing.publishError.message}
        </p>
      )}
      {publishing.publishError?.mustConfirm && <UnconfirmedEmailNotice />}
      <CutPages id={cutList} pages={cutPages} disabled={publishing.isBusy} onOpen={onOpen} />
      {isChoosing ? (
        <ScheduleForm publishAt={publishAt} publishing={publishing} onClose={() => setChoosing(false)} />
      ) : (
        <PublishButtons
          publishAt={publishAt}
          publishing={publishing}
          note={cutPages.length > 0 ? cutList : undefined}
          onChoose={() => setChoosing(true)}
        >
          {canPrint && (
            <Link className={buttonClass({ look: 'second' })} to={`${draftAddress(draft.id)}/print`}>
              {t({ message: 'Print', context: 'verb, button' })}
            </Link>
          )}
        </PublishButtons>
      )}
      {finishing && <FinishProject {...finishing} />}
    </section>
  )
}

type PublishButtonsProps = {
  publishAt: string | null
  publishing: Publishing
  /** The id of an element that describes what is published. */
  note: string | undefined
  onChoose: () => void
  children: ReactNode
}

function PublishButtons({ publishAt, publishing, note, onChoose, children }: PublishButtonsProps) {
  const { t } = useLingui()
  const { isBusy, isScheduling } = publishing
  return (
    <>
      {publishAt && <ScheduledTime publishAt={publishAt} />}
      <div className={css.buttons}>
        <Button
          aria-disabled={isBusy || undefined}
          aria-describedby={note}
          onClick={() => isBusy || publishing.publish()}
        >
          {isBusy ? t`Publishing…` : publishAt ? t`Publish now` : t`Publish`}
        </Button>
        {children}
        <Button look="second" disabled={isBusy} onClick={onChoose}>
          {publishAt ? t`Change the time` : t({ message: 'Schedule', context: 'verb, button' })}
        </Button>
        {publishAt && (
          <Button
            look="second"
            disabled={isBusy || isScheduling}
            onClick={publishing.cancelSchedule}
          >{t`Cancel scheduling`}</Button>
        )}
      </div>
    </>
  )
}

function ScheduledTime({ publishAt }: { publishAt: string }) {
  const { i18n } = useLingui()
  const { weekday, date, time } = publishingMoment(i18n.locale, publishAt, useNow())
  return (
    <p role="status">
      {weekday ? (
        <Trans>
          <strong>
            It will be published on {weekday} at {time}
          </strong>
          , your local time. You can keep working on it until then.
        </Trans>
      ) : (
        <Trans>
          <strong>
            It will be published on {date} at {time}
          </strong>
          , your local time. You can keep working on it until then.
        </Trans>
      )}
    </p>
  )
}

type ScheduleFormProps = { publishAt: string | null; publishing: Publishing; onClose: () => void }

function ScheduleForm({ publishAt, publishing, onClose }: ScheduleFormProps) {
  const { t } = useLingui()
  const now = useNow()
  const [inputValue, setInputValue] = useState(() => (publishAt ? toInputValue(new Date(publishAt)) : defaultTime(now)))
  const [hasTried, setHasTried] = useState(false)
  const problem = timeProblem(inputValue, now)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const schedule = (event: SubmitEvent) => {
    event.preventDefault()
    setHasTried(true)
    if (!problem) publishing.schedule(new Date(inputValue).toISOString(), onClose)
  }
  return (
    <form ref={form} className={css.time} noValidate onSubmit={schedule}>
      <TextField
        label={t`Publication time`}
        type="datetime-local"
        hint={t`Your local time (${ph({ timeZone: browserTimeZone() })}).`}
        {...timeBounds(now)}
        {...(hasTried && problem && { error: t(problem) })}
        autoFocus
        value={inputValue}
        onChange={(event) => setInputValue(event.target.value)}
      />
      <div className={css.buttons}>
        <Button type="submit" disabled={publishing.isScheduling}>
          <ScheduleLabel publishAt={problem ? undefined : new Date(inputValue).toISOString()} now={now} />
        </Button>
        <Button look="second" onClick={onClose}>{t`Cancel`}</Button>
      </div>
    </form>
  )
}

function ScheduleLabel({ publishAt, now }: { publishAt: string | undefined; now: number }) {
  const { t, i18n } = useLingui()
  if (!publishAt) return t`Publish at this time`
  const { weekday, date, time } = publishingMoment(i18n.locale, publishAt, now)
  return weekday ? t`Publish on ${weekday} at ${time}` : t`Publish on ${date} at ${time}`
}

const dayMs = 24 * 60 * 60_000
const toInputValue = (date: Date) =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

function defaultTime(now: number) {
  const date = new Date(now + dayMs)
  date.setHours(9, 0, 0, 0)
  return toInputValue(date)
}

const timeBounds = (now: number) => ({
  min: toInputValue(new Date(now + 60_000)),
  max: toInputValue(new Date(now + limits.scheduleDays * dayMs)),
})

function timeProblem(inputValue: string, now: number) {
  const date = new Date(inputValue).getTime()
  if (Number.isNaN(date)) return msg`Choose a date and a time.`
  if (date <= now) return msg`This time is in the past. Please choose a later one.`
  if (date > now + limits.scheduleDays * dayMs)
    return msg`${plural(
      { days: limits.scheduleDays },
      {
        one: 'A draft can be scheduled up to # day ahead. Please choose an earlier time.',
        other: 'A draft can be scheduled up to # days ahead. Please choose an earlier time.',
      },
    )}`
}

function FinishProject({ project, zineId }: NonNullable<Publishing['finishing']>) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { toggling, toggle } = useToggleCompletion()
  const openZine = () => void navigate(`/zine/${zineId}`, { replace: true })
  const isBusy = toggling.has(project.id)
  const finish = async () => {
    const { notes: _notes, ...ticket } = project
    if (await toggle({ ...ticket, excerpt: '' })) openZine()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || openZine()}
      title={t`Mark the project as finished?`}
      description={
        <Trans>
          Your zine is published. Move “<MemberText text={project.title} />” to your finished projects?
        </Trans>
      }
      width="30rem"
    >
      <div className={dialog.row}>
        <Button look="second" onClick={openZine}>{t`Not now`}</Button>
        <Button data-autofocus disabled={isBusy} onClick={() => void finish()}>{t`Mark as finished`}</Button>
      </div>
    </Dialog>
  )
}
