import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { Factors } from '#contract/factors.ts'
import { refreshPaths } from '#web/api/writes.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Stamp } from '#web/ui/marks/stamp.tsx'
import { formatCount } from '#web/ui/number.ts'
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
  const [action, setAction] = useState<FactorAction | null>(null)
  const { data: identities } = useQuery(identitiesQuery)
  const queries = useQueryClient()
  return (
    <Setting title="Two-Factor" hint="A code from your phone in addition to your password.">
      <SettingRead query={factorsQuery} what="your second factor">
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

const FactorOff = ({ onAction }: { onAction: (action: FactorAction) => void }) => (
  <>
    <p>Off. When it’s on, signing in takes your password and a code.</p>
    <Button look="second" onClick={() => onAction('enroll')}>
      Set Up Two-Factor
    </Button>
  </>
)

function FactorOn({ factors, onAction }: { factors: Factors; onAction: (action: FactorAction) => void }) {
  const left = factors.recoveryCodesLeft
  return (
    <>
      <p className={css.facts}>
        <Stamp>On</Stamp>
        <span className="meta">{formatCount(left, 'recovery code')} left</span>
      </p>
      {left <= lowCodeCount && (
        <p>Recovery codes let you sign in without your phone. Get new ones before you run out.</p>
      )}
      <div className={css.actions}>
        <Button look="second" onClick={() => onAction('renew')}>
          New Recovery Codes
        </Button>
        <Button look="second" onClick={() => onAction('turnOff')}>
          Turn Off
        </Button>
      </div>
    </>
  )
}

const lowCodeCount = 3
