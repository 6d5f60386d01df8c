import type { KeyboardEvent, ReactNode } from 'react'
import { Link } from './link.tsx'
import css from './tabs.module.css'

type TabLink<Name extends string> = {
  name: Name
  label: string
  to: string
  onPreload?: () => void
}

type TabLinksProps<Name extends string> = {
  label: string
  panelId: string
  tabs: TabLink<Name>[]
  open: Name
  children?: ReactNode
}

export const tabId = (panelId: string, name: string) => `${panelId}-tab-${name}`

/** Tabs as links, which work without scripts. Arrow keys move between them. */
export function TabLinks<Name extends string>({ label, panelId, tabs, open, children }: TabLinksProps<Name>) {
  return (
    <div className={css.tabs}>
      <div role="tablist" aria-label={label} onKeyDown={moveFocus}>
        {tabs.map(({ name, label, to, onPreload }) => (
          <Link
            key={name}
            id={tabId(panelId, name)}
            className={css.tab}
            role="tab"
            to={to}
            preventScrollReset
            onPointerEnter={onPreload}
            onFocus={onPreload}
            aria-selected={name === open}
            aria-controls={name === open ? panelId : undefined}
            tabIndex={name === open ? 0 : -1}
          >
            {label}
          </Link>
        ))}
      </div>
      {children}
    </div>
  )
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  Home: () => 0,
  End: (_, last) => last,
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const at = tabs.indexOf(event.target as HTMLElement)
  const step = steps[event.key]
  if (event.key === ' ') tabs[at]?.click()
  else if (step) tabs[step(at, tabs.length - 1)]?.focus()
  else return
  event.preventDefault()
}
