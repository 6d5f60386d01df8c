import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { workspaceDelays } from '#contract/workspace-limits.ts'
import { keep, readKept } from '#web/browser/local-storage.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import css from './onboarding-card.module.css'

const seenKey = (userId: string) => `foldout:${userId}:seen:workspace`

/** Says once to everybody, a moment after they came, what this place is for. */
export function OnboardingCard({ userId }: { userId: string }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (readKept(seenKey(userId)) === true) return
    const timer = setTimeout(() => {
      setOpen(true)
      keep(seenKey(userId), true)
    }, workspaceDelays.workspaceOnboarding)
    return () => clearTimeout(timer)
  }, [userId])
  if (!isOpen) return null
  return (
    <section className={css.note} aria-labelledby="workspace-note">
      <h3 id="workspace-note">This is your desk</h3>
      <p className={css.text}>
        Nobody sees it but you. Write a ticket for whatever you are making, start the timer when you sit down
        to it, and tick it off when it is folded.
      </p>
      <Button size="small" className={css.button} onClick={() => setOpen(false)}>
        Got it
      </Button>
      <IconButton icon={X} className={css.close} aria-label="Close" onClick={() => setOpen(false)} />
    </section>
  )
}
