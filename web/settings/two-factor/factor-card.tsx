import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { Factors } from '#contract/factors.ts'
import { refreshPaths } from '#web/api/writes.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Stamp } from '#web/ui/marks/stamp.tsx'
import { counted } from '#web/ui/number.ts'
import { usePart } from '#web/ui/use-part.ts'
import css from '../setting.module.css'
import { Setting, SettingRead } from '../setting.tsx'
import { devicesQuery, factorsQuery, identitiesQuery, isFactorOn } from '../setting-calls.ts'
import type { FactorDialogProps } from './factor-dialog.tsx'

type Act = 'enroll' | 'renew' | 'turnOff'

const dialogs: Record<Act, () => Promise<ComponentType<FactorDialogProps>>> = {
  enroll: () => import('./factor-dialogs.tsx').then((part) => part.EnrollDialog),
  renew: () => import('./factor-dialogs.tsx').then((part) => part.RenewCodesDialog),
  turnOff: () => import('./factor-dialogs.tsx').then((part) => part.TurnOffDialog),
}

export function FactorCard() {
  const [act, setAct] = useState<Act | null>(null)
  const { data: identities } = useQuery(identitiesQuery)
  const queries = useQueryClient()
  return (
    <Setting title="Two-Factor" hint="A code from your phone in addition to your password.">
      <SettingRead query={factorsQuery} what="your second factor">
        {(factors) =>
          isFactorOn(factors) ? <FactorOn factors={factors} onAct={setAct} /> : <FactorOff onAct={setAct} />
        }
      </SettingRead>
      {act && (
        <FactorAct
          key={act}
          act={act}
          hasPassword={identities?.hasPassword !== false}
          onChanged={() => refreshPaths(queries, factorsQuery.queryKey[0], devicesQuery.queryKey[0])}
          onClose={() => setAct(null)}
        />
      )}
    </Setting>
  )
}

function FactorAct({ act, ...rest }: { act: Act } & FactorDialogProps) {
  const Dialog = usePart(true, dialogs[act], rest.onClose)
  return Dialog ? <Dialog {...rest} /> : null
}

const FactorOff = ({ onAct }: { onAct: (act: Act) => void }) => (
  <>
    <p>Off. When it’s on, signing in takes your password and a code.</p>
    <Button look="second" onClick={() => onAct('enroll')}>
      Set Up Two-Factor
    </Button>
  </>
)

function FactorOn({ factors, onAct }: { factors: Factors; onAct: (act: Act) => void }) {
  const left = factors.recoveryCodesLeft
  return (
    <>
      <p className={css.facts}>
        <Stamp>On</Stamp>
        <span className="meta">{counted(left, 'recovery code')} left</span>
      </p>
      {left <= fewCodes && (
        <p>Recovery codes let you sign in without your phone. Get new ones before you run out.</p>
      )}
      <div className={css.acts}>
        <Button look="second" onClick={() => onAct('renew')}>
          New Recovery Codes
        </Button>
        <Button look="second" onClick={() => onAct('turnOff')}>
          Turn Off
        </Button>
      </div>
    </>
  )
}

const fewCodes = 3
