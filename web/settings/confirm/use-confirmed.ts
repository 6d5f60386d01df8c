import { createContext, useContext } from 'react'

export type Confirmed = <Answer>(call: () => Promise<Answer>) => Promise<Answer>

export const ConfirmedContext = createContext<Confirmed | undefined>(undefined)

/**
 * Makes a call that may need a recent sign-in: when the server says so, the person is asked for the password and
 * the call is repeated. It rejects with `NotConfirmed` when they would rather not.
 */
export function useConfirmed() {
  const confirmed = useContext(ConfirmedContext)
  if (!confirmed) throw new Error('There is no ConfirmationProvider above')
  return confirmed
}
