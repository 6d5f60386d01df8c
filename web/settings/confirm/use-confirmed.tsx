import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { usePart } from '#web/ui/use-part.ts'
import { isConfirmationNeeded, NotConfirmed } from '../setting-problem.ts'

type Confirmed = <Answer>(call: () => Promise<Answer>) => Promise<Answer>
type Question = { answer: (isConfirmed: boolean) => void }

const ConfirmedContext = createContext<Confirmed | undefined>(undefined)

const loadDialog = () => import('./confirm-password-dialog.tsx').then((part) => part.ConfirmPasswordDialog)

/**
 * Makes a call that may need a recent sign-in: when the server says so, the person is asked for the password and
 * the call is repeated. It rejects with `NotConfirmed` when they would rather not.
 */
export function useConfirmed() {
  const confirmed = useContext(ConfirmedContext)
  if (!confirmed) throw new Error('There is no ConfirmationProvider above')
  return confirmed
}

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
