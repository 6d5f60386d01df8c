import * as Primitive from 'radix-ui/dropdown-menu'
import { type ReactElement, type ReactNode, useState } from 'react'
import type { Icon } from './icon-button.tsx'
import css from './menu.module.css'

type MenuProps = {
  /** Must have a name and accept a ref. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  children: ReactNode
}

/** Not modal, because Radix would then inject a `<style>`, which the content security policy blocks. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const [room, setRoom] = useState<HTMLElement | null>(null)
  return (
    <Primitive.Root modal={false}>
      <span className={css.place} ref={(place) => setRoom(roomOf(place))}>
        <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      </span>
      <Primitive.Portal container={room}>
        <Primitive.Content className={css.menu} align={align} sideOffset={6} collisionPadding={12} loop>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** The section that contains the menu. Rendering the menu there lets landmark navigation find it. */
const roomOf = (place: HTMLElement | null) =>
  place?.closest<HTMLElement>('[role="dialog"], main, header') ?? null

type MenuItemProps = {
  icon?: Icon
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon: Icon, danger, disabled, onSelect, children }: MenuItemProps) {
  return (
    <Primitive.Item className={danger ? css.bad : undefined} disabled={disabled} onSelect={onSelect}>
      {Icon && <Icon className="ico" aria-hidden={true} />}
      {children}
    </Primitive.Item>
  )
}
