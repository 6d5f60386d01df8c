import { createContext, useContext } from 'react'

export type WithConfirmation = <Result>(call: () => Promise<Result>) => Promise<Result>

export const WithConfirmationContext = createContext<WithConfirmation | undefined>(undefined)

/** Runs a call. If it needs a recent sign-in, asks for the password and repeats it. Rejects with `ConfirmationCancelledError`. */
export function useWithConfirmation() {
  const withConfirmation = useContext(WithConfirmationContext)
  if (!withConfirmation) throw new Error('There is no ConfirmationProvider above')
  return withConfirmation
}
