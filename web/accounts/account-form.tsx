import { ph, t } from '@lingui/core/macro'
import type { FormEventHandler, ReactNode } from 'react'
import * as limits from '#contract/limits.ts'
import { emailPattern } from '#contract/registration.ts'
import button from '#web/ui/controls/button.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import css from './account-form.module.css'

type AccountFormProps = {
  onSubmit: FormEventHandler<HTMLFormElement>
  problem?: string
  button: string
  busyButton: string
  isBusy: boolean
  /** False before hydration, when a native submit would put the field values into the URL. */
  isReady?: boolean
  links?: ReactNode
  children: ReactNode
}

export const AccountForm = ({
  onSubmit,
  problem,
  isBusy,
  isReady = true,
  links,
  children,
  ...labels
}: AccountFormProps) => (
  <form className={css.account} noValidate onSubmit={(event) => (isBusy ? event.preventDefault() : onSubmit(event))}>
    {children}
    {problem && <p className="error">{problem}</p>}
    <Button type="submit" className={button.wide} disabled={!isReady} aria-disabled={isBusy || undefined}>
      {isBusy ? labels.busyButton : labels.button}
    </Button>
    {links && <div className={css.links}>{links}</div>}
  </form>
)

export const FormLink = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" className={css.textLink} onClick={onClick}>
    {children}
  </button>
)

export const validateEmail = (email: string) =>
  emailPattern.test(email.trim()) || t`Please enter a valid email address.`

export const validatePassword = (password: string) =>
  password.normalize('NFKC').length >= limits.passwordMin ||
  t`Password must be at least ${ph({ passwordMin: limits.passwordMin })} characters long`
