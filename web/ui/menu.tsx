import * as Primitive from 'radix-ui/dropdown-menu'
import type { ReactElement, ReactNode } from 'react'
import './menu.css'

export type MenuProps = {
  /** The button that opens the menu; it must have a name and take a ref. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  children: ReactNode
}

/** Not modal: a modal menu locks the scroll by injecting a `<style>`, which the content security policy refuses. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content className="menu" align={align} sideOffset={6} collisionPadding={12} loop>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

export type MenuItemProps = {
  icon?: ReactNode
  /** For what cannot be taken back. */
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, danger, disabled, onSelect, children }: MenuItemProps) {
  return (
    <Primitive.Item className={danger ? 'bad' : undefined} disabled={disabled} onSelect={onSelect}>
      {icon}
      {children}
    </Primitive.Item>
  )
}

/** A row that is a link: give it the `<Link>` or `<a>` as its child. */
export function MenuLink({ children }: { children: ReactElement }) {
  return <Primitive.Item asChild>{children}</Primitive.Item>
}
