import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { Button, buttonClass } from '../controls/button.tsx'
import css from './edit-form.module.css'
import { useUnsavedWork } from './unsaved-work.ts'

type EditFormProps = {
  label: string
  isSaving: boolean
  isDirty: boolean
  onSave: () => void
  onCancel: () => void
  children: ReactNode
}

/** Fields edited in place. Escape cancels unless a save is running. */
export function EditForm({ label, isSaving, isDirty, onSave, onCancel, children }: EditFormProps) {
  const { t } = useLingui()
  useUnsavedWork(isDirty)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  const unlessSaving = (action: () => void) => () => isSaving || action()
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    unlessSaving(onSave)()
  }
  const cancelByKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) unlessSaving(onCancel)()
  }
  return (
    <form ref={form} className={css.form} aria-label={label} noValidate onSubmit={save} onKeyDown={cancelByKey}>
      {children}
      <div className={css.row}>
        <button type="submit" className={buttonClass({ size: 'small' })} aria-disabled={isSaving || undefined}>
          {isSaving ? t`Saving...` : t`Save`}
        </button>
        <Button
          look="second"
          size="small"
          aria-disabled={isSaving || undefined}
          onClick={unlessSaving(onCancel)}
        >{t`Cancel`}</Button>
      </div>
    </form>
  )
}
