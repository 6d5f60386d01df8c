import { useState } from 'react'
import { detectEarlyFailure } from '../detect-early-failure.ts'
import css from './avatar.module.css'

/** The photo, or the first two characters of the username. Decorative, because the name is always next to it. */
export function Avatar({ username, imageUrl }: { username: string; imageUrl: string | null }) {
  const [broken, setBroken] = useState<string | null>(null)
  if (imageUrl && imageUrl !== broken) {
    const onBroken = () => setBroken(imageUrl)
    return (
      <img
        ref={detectEarlyFailure(onBroken)}
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

const initials = (username: string) => [...username].slice(0, 2).join('').toUpperCase()
