import { i18n } from '@lingui/core'
import { msg, ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ClipboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { toOneLine } from '#contract/one-line.ts'
import type { Project } from '#contract/projects.ts'
import { textLanguageOf } from '#contract/text-language.ts'
import { isBlank } from '#contract/visible-text.ts'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import { promptSignInIfExpired } from '#web/accounts/viewer-changes.ts'
import { getUserMessage } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Field } from '#web/ui/forms/field.tsx'
import { useUnsavedWork } from '#web/ui/forms/unsaved-work.ts'
import { MemberText } from '#web/ui/member-text.tsx'
import css from './project-form.module.css'
import type { Draft, Saved } from './save-project.ts'

type ProjectFormProps = {
  action: 'create' | 'update'
  draft: Draft
  saved?: Draft | undefined
  onType: (draft: Draft) => void
  save: (draft: Draft) => Promise<Saved>
  /** May be called after the form has unmounted. */
  onSaved: (project: Project, sent: Draft) => void
  onDone: () => void
  onChanged: (project: Project) => void
}

const emptyDraft: Draft = { title: '', notes: '' }

export function ProjectForm({ action, draft, saved = emptyDraft, onType, ...rest }: ProjectFormProps) {
  const { t } = useLingui()
  const { isSaving, problem, current, clearProblem, submit } = useSubmit({ draft, ...rest })
  useUnsavedWork(draft.title !== saved.title || draft.notes !== saved.notes)
  const isTitleBlank = isBlank(draft.title)
  const id = useId()
  return (
    <form className={css.form} noValidate aria-describedby={problem && id} onSubmit={submit}>
      <Field label={t`Title`} hint={t`Up to ${ph({ projectTitle: workspaceLimits.projectTitle })} characters.`}>
        {(fieldProps) => (
          <input
            className="input"
            maxLength={workspaceLimits.projectTitle}
            required
            autoComplete="off"
            data-autofocus
            {...fieldProps}
            readOnly={isSaving}
            {...textLanguageOf(draft.title)}
            value={draft.title}
            onPaste={pasteInOneLine}
            onChange={({ target }) => onType({ ...draft, title: toOneLine(target.value) })}
          />
        )}
      </Field>
      <Field label={t`Notes`} mark={t`optional`}>
        {(fieldProps) => (
          <textarea
            className="input"
            rows={6}
            {...fieldProps}
            readOnly={isSaving}
            {...textLanguageOf(draft.notes)}
            value={draft.notes}
            onChange={({ target }) => onType({ ...draft, notes: target.value })}
          />
        )}
      </Field>
      {problem && (
        <p className="error" role="alert" id={id}>
          {problem}
        </p>
      )}
      {current && <RemoteText project={current} />}
      <div className={dialog.row}>
        {current && (
          <Button
            look="second"
            onClick={() => {
              onType({ title: current.title, notes: current.notes })
              clearProblem()
            }}
          >{t`Use the other text`}</Button>
        )}
        <button type="submit" className={buttonClass({})} disabled={isTitleBlank} aria-disabled={isSaving || undefined}>
          {isSaving
            ? t`Saving...`
            : current
              ? t`Overwrite it with mine`
              : action === 'create'
                ? t`Create Project`
                : t`Update Project`}
        </button>
      </div>
    </form>
  )
}

/** Replaces pasted line breaks with spaces, because some browsers join the words around them. */
function pasteInOneLine(event: ClipboardEvent<HTMLInputElement>) {
  const pasted = event.clipboardData.getData('text')
  const line = toOneLine(pasted)
  if (line === pasted) return
  event.preventDefault()
  // The only way to insert text that respects native undo and `maxLength`.
  document.execCommand('insertText', false, line)
}

const RemoteText = ({ project }: { project: Project }) => {
  const { t } = useLingui()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long text must be scrollable by keyboard
    <section className={css.remote} aria-label={t`The other text`} tabIndex={0}>
      <strong>
        <MemberText text={project.title} />
      </strong>
      <p>
        <MemberText text={project.notes} />
      </p>
    </section>
  )
}

const notSavedMessage = msg`The project could not be saved. Please try again.`
const conflictMessage = msg`This project was changed somewhere else after you opened it here. Your changes are not saved yet.`

type Submission = Omit<ProjectFormProps, 'action' | 'saved' | 'onType'>

function useSubmit({ draft, save, onSaved, onDone, onChanged }: Submission) {
  const { t } = useLingui()
  const [problem, setProblem] = useState<string>()
  const [current, setCurrent] = useState<Project>()
  const isMountedRef = useIsMountedRef()
  const clearProblem = () => {
    setProblem(undefined)
    setCurrent(undefined)
  }
  const { write, isPending } = useWrite({
    mutationFn: save,
    onMutate: clearProblem,
    onSuccess: ({ status, project }, sent) => {
      if (status === 'saved') onSaved(project, sent)
      if (!isMountedRef.current) return
      if (status === 'saved') return onDone()
      setCurrent(project)
      setProblem(i18n._(conflictMessage))
      onChanged(project)
    },
    onError: (error) => {
      if (!isMountedRef.current) return
      setProblem(getUserMessage(error, i18n._(notSavedMessage)))
      promptSignInIfExpired(error)
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isPending || isBlank(draft.title)) return
    if (new Blob([draft.notes.trim()]).size > workspaceLimits.projectNotes)
      return setProblem(t`Notes can be at most 1 MB long. Your notes were not saved. Split them into two projects.`)
    void write(draft)
  }
  return { isSaving: isPending, problem, current, clearProblem, submit }
}

function useIsMountedRef() {
  const isMountedRef = useRef(true)
  useEffect(() => {
    isMountedRef.current = true
    return () => {
      isMountedRef.current = false
    }
  }, [])
  return isMountedRef
}
