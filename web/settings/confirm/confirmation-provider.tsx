import { type ReactNode, useCallback, useState } from 'react'
import { usePart } from '#web/ui/use-part.ts'
import { isConfirmationNeeded, NotConfirmed } from '../setting-problem.ts'
import { type Confirmed, ConfirmedContext } from './use-confirmed.ts'

type Question = { answer: (isConfirmed: boolean) => void }

const loadDialog = () => import('./confirm-password-dialog.tsx').then((part) => part.ConfirmPasswordDialog)

export function ConfirmationProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const answer = (isConfirmed: boolean) => {
    setQuestion(null)
    question?.answer(isConfirmed)
  }
  const Dialog = usePart(question !== null, loadDialog, () => answer(false))

  const confirmed: Confirmed = useCallback(async (call) => {
    try {
      return await call()
    } catch (error) {
      if (!isConfirmationNeeded(error)) throw error
    }
    const isConfirmed = await new Promise<boolean>((settle) => setQuestion({ answer: settle }))
    if (!isConfirmed) throw new NotConfirmed()
    return call()
  }, [])

  return (
    <ConfirmedContext value={confirmed}>
      {children}
      {question && Dialog && <Dialog onAnswer={answer} />}
    </ConfirmedContext>
  )
}
