import { type KeyboardEvent, useState } from 'react'

/** Whether somebody is writing in a field, so that of what is only begun nothing is said yet; and what the field has to tell. */
export function useTyping() {
  const [isTyping, setTyping] = useState(false)
  const tells = {
    onInput: () => setTyping(true),
    onBlur: () => setTyping(false),
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && setTyping(false),
  }
  return { isTyping, tells }
}
