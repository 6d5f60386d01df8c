import { type ReactNode, useCallback, useState } from 'react'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { ConfirmationCancelledError, isConfirmationNeeded } from '../setting-error.ts'
import { type WithConfirmation, WithConfirmationContext } from './use-with-confirmation.ts'

type Question = { respond: (isConfirmed: boolean) => void }

const loadDialog = () => import('./confirm-password-dialog.tsx').then((module) => module.ConfirmPasswordDialog)

export function ConfirmationProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const respond = (isConfirmed: boolean) => {
    setQuestion(null)
    question?.respond(isConfirmed)
  }
  const Dialog = useLazyComponent(question !== null, loadDialog, () => respond(false))

  const withConfirmation: WithConfirmation = useCallback(async (call) => {
    try {
      return await call()
    } catch (error) {
      if (!isConfirmationNeeded(error)) throw error
    }
    const isConfirmed = await new Promise<boolean>((resolve) => setQuestion({ respond: resolve }))
    if (!isConfirmed) throw new ConfirmationCancelledError()
    return call()
  }, [])

  return (
    <WithConfirmationContext value={withConfirmation}>
      {children}
      {question && Dialog && <Dialog onAnswer={respond} />}
    </WithConfirmationContext>
  )
}
