import { type CSSProperties, useState } from 'react'
import css from './avatar.module.css'

type AvatarProps = { username: string; imageUrl: string | null; size?: string }

/** A creator's face, or the first two letters of the username. The name always stands beside it, so it has none. */
export function Avatar({ username, imageUrl, size }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const style = size ? ({ '--size': size } as CSSProperties) : undefined
  if (imageUrl && imageUrl !== broken) {
    return (
      <img
        className={css.avatar}
        src={imageUrl}
        alt=""
        width={80}
        height={80}
        decoding="async"
        loading="lazy"
        style={style}
        onError={() => setBroken(imageUrl)}
      />
    )
  }
  return (
    <span className={css.avatar} aria-hidden="true" style={style}>
      {initials(username)}
    </span>
  )
}

/** Spec: the first two letters of the username, uppercased. */
const initials = (username: string) => [...username].slice(0, 2).join('').toUpperCase()
