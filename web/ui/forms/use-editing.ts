import { useEffect, useRef, useState } from 'react'

/** Whether something is being edited where it stands; when that ends, focus goes back to what began it. */
export function useEditing() {
  const [isEditing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return { isEditing, opener, begin: () => setEditing(true), end: () => setEditing(false) }
}
