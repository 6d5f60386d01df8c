import { type ReactNode, useId } from 'react'
import css from './setting.module.css'

type SettingProps = { title: string; hint?: ReactNode; hazard?: boolean; children: ReactNode }

/** One thing that can be set: what it is on the left, what to do about it on the right. */
export function Setting({ title, hint, hazard, children }: SettingProps) {
  const id = useId()
  return (
    <section
      className={hazard ? `${css.setting} ${css.hazard}` : css.setting}
      aria-labelledby={id}
      tabIndex={-1}
    >
      <div>
        <h2 id={id}>{title}</h2>
        {hint && <p className={css.hint}>{hint}</p>}
      </div>
      <div className={css.do}>{children}</div>
    </section>
  )
}

/** Where focus goes when a control that had it is gone. */
export const settingAround = (control: Element | null) =>
  control?.closest<HTMLElement>('section[tabindex]') ?? null
