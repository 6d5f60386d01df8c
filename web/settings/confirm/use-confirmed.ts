import { createContext, useContext } from 'react'

export type Confirmed = <Answer>(call: () => Promise<Answer>) => Promise<Answer>

export const ConfirmedContext = createContext<Confirmed | undefined>(undefined)

/** Runs a call. If it needs a recent sign-in, asks for the password and repeats it. Rejects with `NotConfirmed`. */
export function useConfirmed() {
  const confirmed = useContext(ConfirmedContext)
  if (!confirmed) throw new Error('There is no ConfirmationProvider above')
  return confirmed
}
