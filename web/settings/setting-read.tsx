import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { settingAround } from './setting.tsx'

type SettingReadProps<Answer> = {
  query: UseQueryOptions<Answer, Error, Answer, [path: string]>
  /** In a sentence: "your devices". */
  what: string
  children: (answer: Answer) => ReactNode
}

/** What a query answers, or the words for its coming and its not coming. */
export function SettingRead<Answer>({ query, what, children }: SettingReadProps<Answer>) {
  const { data, isError, isPaused, refetch } = useQuery(query)
  const tryAgain = (button: HTMLElement) => {
    settingAround(button)?.focus()
    void refetch()
  }
  if (data) return children(data)
  if (data === undefined && !isError && !isPaused) {
    return (
      <p className="meta" role="status">
        Reading {what}...
      </p>
    )
  }
  return (
    <>
      <p role="status">Could not read {what}. Check the connection, then try again.</p>
      <Button look="second" onClick={({ currentTarget }) => tryAgain(currentTarget)}>
        Try again<span className="sr"> to read {what}</span>
      </Button>
    </>
  )
}
