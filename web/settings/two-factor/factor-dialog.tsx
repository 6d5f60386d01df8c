import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useBlocker } from 'react-router'
import { CodeField, type CodeFormOptions, useCodeForm } from '#web/accounts/code-field.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { useViewFocus } from '#web/ui/dialogs/use-focus-return.ts'
import { PasswordField } from '#web/ui/forms/field.tsx'
import { useUnsavedWork } from '#web/ui/forms/unsaved-work.ts'
import { useWithConfirmation } from '../confirm/use-with-confirmation.ts'
import { DialogForm } from '../dialog-form.tsx'
import { notifySettingError } from '../setting-error.ts'
import css from '../settings-dialogs.module.css'

export type FactorDialogProps = {
  hasPassword: boolean
  onChanged: () => Promise<void>
  onClose: () => void
}

type Props = {
  title: string
  view?: string
  codes: string[] | null
  onClose: () => void
  children: ReactNode
}

/** A dialog that ends with recovery codes, which are shown only once. Asks before it closes. */
export function FactorDialog({ title, view = '', codes, onClose, children }: Props) {
  const { t } = useLingui()
  const [isLeaving, setLeaving] = useState(false)
  const sheet = useViewFocus(codes ? 'codes' : view)
  useUnsavedWork(codes !== null)
  const blocker = useBlocker(codes !== null)
  const isConfirmOpen = isLeaving || blocker.state === 'blocked'
  const requestClose = () => (codes ? setLeaving(true) : onClose())
  const cancelLeaving = () => {
    setLeaving(false)
    blocker.reset?.()
  }
  return (
    <>
      <Dialog open onOpenChange={(open) => open || requestClose()} title={codes ? t`Recovery Codes` : title}>
        <div ref={sheet} className={css.form}>
          {codes ? <RecoveryCodes codes={codes} onSaved={onClose} /> : children}
        </div>
      </Dialog>
      <ConfirmDialog
        open={isConfirmOpen}
        onOpenChange={cancelLeaving}
        title={t`Leave Without the Codes?`}
        message={t`They won’t be shown again. Without them, losing your phone means losing your account.`}
        cancelLabel={t`Back to the Codes`}
        confirmLabel={t`Leave`}
        onConfirm={() => (blocker.proceed ? blocker.proceed() : onClose())}
      />
    </>
  )
}

function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const { t } = useLingui()
  return (
    <>
      <p>{t`Each code works once if you lose your phone. They are shown only now, so keep them somewhere safe.`}</p>
      {/* Focused instead of a button, so that a second Enter does not dismiss the codes. */}
      <ul className={css.codes} aria-label={t`Recovery codes`} tabIndex={-1} data-autofocus>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={css.actions}>
        <CopyButton text={codes.join('\n')}>{t`Copy`}</CopyButton>
        <a
          className={buttonClass({ look: 'second', size: 'small' })}
          href={toDataUrl(`${t`Foldout recovery codes. Each works once.`}\n\n${codes.join('\n')}\n`)}
          download="foldout-recovery-codes.txt"
        >{t`Download`}</a>
      </div>
      <div className={dialog.row}>
        <button type="button" className={buttonClass({})} onClick={onSaved}>{t`I Saved Them`}</button>
      </div>
    </>
  )
}

const toDataUrl = (text: string) => `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`

type FactorCodeFormProps<Data> = Omit<CodeFormOptions<Data>, 'onError'> & {
  hint: string
  action: string
  busyAction: string
  errorTitle: string
  isDanger?: boolean
  needsPassword?: boolean
  onCancel: () => void
}

export function FactorCodeForm<Data>({
  hint,
  errorTitle,
  needsPassword,
  send,
  onSuccess,
  ...frame
}: FactorCodeFormProps<Data>) {
  const { t } = useLingui()
  const withConfirmation = useWithConfirmation()
  const { form, submit, isBusy } = useCodeForm({
    send: (code, password) => withConfirmation(() => send(code, password)),
    onSuccess,
    onError: (error) => notifySettingError(error, errorTitle),
  })
  return (
    <DialogForm onSubmit={submit} isBusy={isBusy} {...frame}>
      {needsPassword && (
        <PasswordField
          label={t`Password`}
          autoComplete="current-password"
          data-autofocus
          error={form.formState.errors.password?.message}
          {...form.register('password', {
            validate: (value) => value !== '' || t`Please enter your password.`,
          })}
        />
      )}
      <CodeField className={`input ${css.code}`} form={form} hint={hint} data-autofocus={!needsPassword || undefined} />
    </DialogForm>
  )
}
