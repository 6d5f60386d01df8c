import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as contract from '#contract/factors.ts'
import { verifyFactor } from '#web/accounts/account-calls.ts'
import { call } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { PasswordField } from '#web/ui/forms/field.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { useWithConfirmation } from '../confirm/use-with-confirmation.ts'
import { DialogForm } from '../dialog-form.tsx'
import { notifySettingError } from '../setting-error.ts'
import css from '../settings-dialogs.module.css'
import { FactorCodeForm, FactorDialog, type FactorDialogProps } from './factor-dialog.tsx'

export function EnrollDialog({ hasPassword, onChanged, onClose }: FactorDialogProps) {
  const { t } = useLingui()
  const [key, setKey] = useState<FactorKey | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const showCodes = async ({ recoveryCodes }: { recoveryCodes?: string[] }) => {
    showToast({ title: t`Two-factor is on`, description: t`Signing in now also asks for a code.` })
    setCodes(recoveryCodes ?? [])
    await onChanged()
  }
  return (
    <FactorDialog title={t`Set Up Two-Factor`} view={key ? 'key' : 'begin'} codes={codes} onClose={onClose}>
      {key ? (
        <>
          <KeyToScan factor={key} />
          <FactorCodeForm
            hint={t`Then enter the six digits your app shows.`}
            action={t`Turn On`}
            busyAction={t`Checking…`}
            errorTitle={t`Two-factor not turned on`}
            send={(code) => verifyFactor({ body: { code } })}
            onSuccess={showCodes}
            onCancel={onClose}
          />
        </>
      ) : (
        <EnrollStart hasPassword={hasPassword} onKey={setKey} onCancel={onClose} />
      )}
    </FactorDialog>
  )
}

const enrollFactor = call<typeof contract.enrollFactor>('POST', '/api/auth/factors/enroll')

type Props = { hasPassword: boolean; onKey: (key: FactorKey) => void; onCancel: () => void }

function EnrollStart({ hasPassword, onKey, onCancel }: Props) {
  const { t } = useLingui()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = formState
  const withConfirmation = useWithConfirmation()
  const { write: start } = useWrite({
    mutationFn: ({ password }: { password: string }) =>
      withConfirmation(() => enrollFactor({ body: hasPassword ? { password } : {} })),
    onSuccess: onKey,
    onError: (error) => {
      const message = notifySettingError(error, t`Two-factor not turned on`)
      if (message) setError(hasPassword ? 'password' : 'root', { message }, { shouldFocus: true })
    },
  })
  return (
    <DialogForm
      onSubmit={handleSubmit(start)}
      onCancel={onCancel}
      action={t`Continue`}
      busyAction={t`Loading…`}
      isBusy={isSubmitting}
      focusOn={hasPassword ? undefined : 'action'}
      problem={errors.root?.message}
    >
      <p>{t`You need an authenticator app. Any app for six-digit codes works.`}</p>
      {hasPassword && (
        <PasswordField
          label={t`Password`}
          autoComplete="current-password"
          data-autofocus
          error={errors.password?.message}
          {...register('password', { validate: (value) => value !== '' || t`Please enter your password.` })}
        />
      )}
    </DialogForm>
  )
}

export type FactorKey = { uri: string; secret: string }

export function KeyToScan({ factor: { uri, secret } }: { factor: FactorKey }) {
  const { t } = useLingui()
  const picture = useKeyPicture(uri)
  return (
    <div className={css.key}>
      <div className={css.qr}>
        {picture && <img src={picture} alt={t`QR code of the key`} width={192} height={192} />}
      </div>
      <div>
        <p>{t`Scan this with your app, or enter the key:`}</p>
        <p className={css.secret}>
          <code>{groupInFours(secret)}</code>
        </p>
        <CopyButton text={secret}>{t`Copy Key`}</CopyButton>
      </div>
    </div>
  )
}

const groupInFours = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')

/** A QR code with a quiet zone. Undefined until rendered. The key is also shown as text. */
function useKeyPicture(uri: string) {
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    import('uqr').then(
      ({ renderSVG }) => setPicture(`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 4 }))}`),
      () => undefined,
    )
  }, [uri])
  return picture
}

const renewRecoveryCodes = call<typeof contract.renewRecoveryCodes>('POST', '/api/auth/factors/recovery-codes')

export function RenewCodesDialog({ hasPassword, onChanged, onClose }: FactorDialogProps) {
  const { t } = useLingui()
  const [codes, setCodes] = useState<string[] | null>(null)
  const showCodes = async ({ recoveryCodes }: { recoveryCodes: string[] }) => {
    setCodes(recoveryCodes)
    await onChanged()
  }
  return (
    <FactorDialog title={t`New Recovery Codes`} codes={codes} onClose={onClose}>
      <p>{t`You get new codes, and your current codes stop working.`}</p>
      <FactorCodeForm
        hint={t`The six digits your app shows.`}
        action={t`Get New Codes`}
        busyAction={t`Checking…`}
        errorTitle={t`No new recovery codes`}
        needsPassword={hasPassword}
        send={(code, password) => renewRecoveryCodes({ body: hasPassword ? { code, password } : { code } })}
        onSuccess={showCodes}
        onCancel={onClose}
      />
    </FactorDialog>
  )
}

const unenrollFactor = call<typeof contract.unenrollFactor>('POST', '/api/auth/factors/unenroll')

export function TurnOffDialog({ hasPassword, onChanged, onClose }: FactorDialogProps) {
  const { t } = useLingui()
  const onTurnedOff = async () => {
    showToast({ title: t`Two-factor is off`, description: t`You can now sign in with just your password.` })
    await onChanged()
    onClose()
  }
  return (
    <FactorDialog title={t`Turn Off Two-Factor`} codes={null} onClose={onClose}>
      <p>{t`Anyone with your password can then sign in.`}</p>
      <FactorCodeForm
        hint={t`The six digits your app shows, or a recovery code.`}
        action={t`Turn Off`}
        busyAction={t`Turning Off…`}
        errorTitle={t`Two-factor not turned off`}
        isDanger
        needsPassword={hasPassword}
        send={(code, password) => unenrollFactor({ body: hasPassword ? { code, password } : { code } })}
        onSuccess={onTurnedOff}
        onCancel={onClose}
      />
    </FactorDialog>
  )
}
