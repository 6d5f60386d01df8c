import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { Factors } from '#contract/factors.ts'
import { refreshPaths } from '#web/api/writes.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Stamp } from '#web/ui/marks/stamp.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import css from '../setting.module.css'
import { Setting, SettingRead } from '../setting.tsx'
import { devicesQuery, factorsQuery, identitiesQuery, isFactorOn } from '../setting-calls.ts'
import type { FactorDialogProps } from './factor-dialog.tsx'

type FactorAction = 'enroll' | 'renew' | 'turnOff'

const dialogs: Record<FactorAction, () => Promise<ComponentType<FactorDialogProps>>> = {
  enroll: () => import('./factor-dialogs.tsx').then((module) => module.EnrollDialog),
  renew: () => import('./factor-dialogs.tsx').then((module) => module.RenewCodesDialog),
  turnOff: () => import('./factor-dialogs.tsx').then((module) => module.TurnOffDialog),
}

export function FactorCard() {
  const { t } = useLingui()
  const [action, setAction] = useState<FactorAction | null>(null)
  const { data: identities } = useQuery(identitiesQuery)
  const queries = useQueryClient()
  return (
    <Setting title={t`Two-Factor`} hint={t`A code from your phone in addition to your password.`}>
      <SettingRead query={factorsQuery} what="secondFactor">
        {(factors) =>
          isFactorOn(factors) ? <FactorOn factors={factors} onAction={setAction} /> : <FactorOff onAction={setAction} />
        }
      </SettingRead>
      {action && (
        <FactorActionDialog
          key={action}
          action={action}
          hasPassword={identities?.hasPassword !== false}
          onChanged={() => refreshPaths(queries, factorsQuery.queryKey[0], devicesQuery.queryKey[0])}
          onClose={() => setAction(null)}
        />
      )}
    </Setting>
  )
}

function FactorActionDialog({ action, ...rest }: { action: FactorAction } & FactorDialogProps) {
  const Dialog = useLazyComponent(true, dialogs[action], rest.onClose)
  return Dialog ? <Dialog {...rest} /> : null
}

const FactorOff = ({ onAction }: { onAction: (action: FactorAction) => void }) => {
  const { t } = useLingui()
  return (
    <>
      <p>{t`Off. When it’s on, signing in takes your password and a code.`}</p>
      <Button look="second" onClick={() => onAction('enroll')}>{t`Set Up Two-Factor`}</Button>
    </>
  )
}

function FactorOn({ factors, onAction }: { factors: Factors; onAction: (action: FactorAction) => void }) {
  const { t } = useLingui()
  const left = factors.recoveryCodesLeft
  return (
    <>
      <p className={css.facts}>
        <Stamp>{t({ message: 'On', context: 'two-factor' })}</Stamp>
        <span className="meta">
          <Plural value={left} one="# recovery code left" other="# recovery codes left" />
        </span>
      </p>
      {left <= lowCodeCount && (
        <p>{t`Recovery codes let you sign in without your phone. Get new ones before you run out.`}</p>
      )}
      <div className={css.actions}>
        <Button look="second" onClick={() => onAction('renew')}>{t`New Recovery Codes`}</Button>
        <Button look="second" onClick={() => onAction('turnOff')}>{t`Turn Off`}</Button>
      </div>
    </>
  )
}

const lowCodeCount = 3
