import * as Primitive from 'radix-ui/dropdown-menu'
import { type ReactElement, type ReactNode, useState } from 'react'
import { pageDirection } from '../page-direction.ts'
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
  const [container, setContainer] = useState<HTMLElement | null>(null)
  return (
    <Primitive.Root modal={false} dir={pageDirection()}>
      <span className={css.anchor} ref={(element) => setContainer(containerOf(element))}>
        <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      </span>
      <Primitive.Portal container={container}>
        <Primitive.Content className={css.menu} align={align} sideOffset={6} collisionPadding={12} loop>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** The section that contains the menu. Rendering the menu there lets landmark navigation find it. */
const containerOf = (element: HTMLElement | null) =>
  element?.closest<HTMLElement>('[role="dialog"], main, header') ?? null

type MenuItemProps = {
  icon?: Icon
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon: Icon, danger, disabled, onSelect, children }: MenuItemProps) {
  return (
    <Primitive.Item className={danger ? css.danger : undefined} disabled={disabled} onSelect={onSelect}>
      {Icon && <Icon className="ico" aria-hidden={true} />}
      {children}
    </Primitive.Item>
  )
}
