import { useState } from 'react'
import { ifFailedEarly } from '../failed-early.ts'
import css from './avatar.module.css'

/** A creator's face, or the first two letters of the username. The name always stands beside it, so it has none. */
export function Avatar({ username, imageUrl }: { username: string; imageUrl: string | null }) {
  const [broken, setBroken] = useState<string | null>(null)
  if (imageUrl && imageUrl !== broken) {
    const onBroken = () => setBroken(imageUrl)
    return (
      <img
        ref={ifFailedEarly(onBroken)}
        className={css.avatar}
        src={imageUrl}
        alt=""
        width={80}
        height={80}
        decoding="async"
        loading="lazy"
        onError={onBroken}
      />
    )
  }
  return (
    <span className={css.avatar} aria-hidden="true">
      {initials(username)}
    </span>
  )
}

/** Spec: the first two letters of the username, uppercased. */
const initials = (username: string) => [...username].slice(0, 2).join('').toUpperCase()
