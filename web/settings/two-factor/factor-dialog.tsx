import { type ReactNode, useState } from 'react'
import { useBlocker } from 'react-router'
import { CodeField, type CodeWrite, useCodeForm } from '#web/accounts/code-field.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { useStepFocus } from '#web/ui/dialogs/use-focus-return.ts'
import { PasswordField } from '#web/ui/forms/field.tsx'
import { useUnsavedWork } from '#web/ui/forms/unsaved-work.ts'
import { useConfirmed } from '../confirm/use-confirmed.ts'
import { DialogForm } from '../dialog-form.tsx'
import { sayProblem } from '../setting-problem.ts'
import css from '../settings-dialogs.module.css'

export type FactorDialogProps = {
  hasPassword: boolean
  onChanged: () => Promise<void>
  onClose: () => void
}

type Props = {
  title: string
  step?: string
  codes: string[] | null
  onClose: () => void
  children: ReactNode
}

/** A dialog that ends with recovery codes, which are shown only once. Asks before it closes. */
export function FactorDialog({ title, step = '', codes, onClose, children }: Props) {
  const [leaving, setLeaving] = useState(false)
  const sheet = useStepFocus(codes ? 'codes' : step)
  useUnsavedWork(codes !== null)
  const wayOut = useBlocker(codes !== null)
  const isAsking = leaving || wayOut.state === 'blocked'
  const leave = () => (codes ? setLeaving(true) : onClose())
  const stay = () => {
    setLeaving(false)
    wayOut.reset?.()
  }
  return (
    <>
      <Dialog open onOpenChange={(open) => open || leave()} title={codes ? 'Recovery Codes' : title}>
        <div ref={sheet} className={css.ask}>
          {codes ? <RecoveryCodes codes={codes} onKept={onClose} /> : children}
        </div>
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={stay}
        title="Leave Without the Codes?"
        sentence="They won’t be shown again. Without them, losing your phone means losing your account."
        cancelLabel="Back to the Codes"
        confirmLabel="Leave"
        onConfirm={() => (wayOut.proceed ? wayOut.proceed() : onClose())}
      />
    </>
  )
}

function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  return (
    <>
      <p>
        Each code works once if you lose your phone. They are shown only now, so keep them somewhere safe.
      </p>
      {/* Focused instead of a button, so that a second Enter does not dismiss the codes. */}
      <ul className={css.codes} aria-label="Recovery codes" tabIndex={-1} data-autofocus>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={css.acts}>
        <CopyButton text={codes.join('\n')}>Copy</CopyButton>
        <a
          className={buttonClass({ look: 'second', size: 'small' })}
          href={asFile(codes)}
          download="foldout-recovery-codes.txt"
        >
          Download
        </a>
      </div>
      <div className={dialog.row}>
        <button type="button" className={buttonClass({})} onClick={onKept}>
          I Saved Them
        </button>
      </div>
    </>
  )
}

const asFile = (codes: string[]) =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(`Foldout recovery codes. Each works once.\n\n${codes.join('\n')}\n`)}`

type FactorCodeFormProps<Answer> = Omit<CodeWrite<Answer>, 'onError'> & {
  hint: string
  action: string
  busyAction: string
  refusedTitle: string
  isDanger?: boolean
  asksPassword?: boolean
  onCancel: () => void
}

export function FactorCodeForm<Answer>({
  hint,
  refusedTitle,
  asksPassword,
  send,
  onSuccess,
  ...frame
}: FactorCodeFormProps<Answer>) {
  const confirmed = useConfirmed()
  const { form, submit, isBusy } = useCodeForm({
    send: (code, password) => confirmed(() => send(code, password)),
    onSuccess,
    onError: (error) => sayProblem(error, refusedTitle),
  })
  return (
    <DialogForm onSubmit={submit} isBusy={isBusy} {...frame}>
      {asksPassword && (
        <PasswordField
          label="Password"
          autoComplete="current-password"
          data-autofocus
          error={form.formState.errors.password?.message}
          {...form.register('password', {
            validate: (typed) => typed !== '' || 'Please enter your password.',
          })}
        />
      )}
      <CodeField
        className={`input ${css.code}`}
        form={form}
        hint={hint}
        data-autofocus={!asksPassword || undefined}
      />
    </DialogForm>
  )
}
