import { X } from 'lucide-react'
import * as Primitive from 'radix-ui/dialog'
import type { CSSProperties, ReactNode } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { PartBoundary } from '../states/part-boundary.tsx'
import css from './dialog.module.css'
import { useFocusReturn } from './use-focus-return.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** Any CSS width; the sheet is never wider than the window. */
  width?: string
  className?: string
  /** Keep the title for screen readers only; the close button then floats in the corner. */
  hideTitle?: boolean
  /** Put the children on the bare sheet, without the padding of a body. */
  bare?: boolean
  /** Where focus goes on closing, when it is not where it was on opening; a function is asked then. */
  returnFocusTo?: HTMLElement | null | (() => HTMLElement | null)
  children: ReactNode
}

/**
 * A stapled sheet over a dimmed page. Focus goes to what carries `data-autofocus`, else to the sheet itself,
 * and back to where it came from. The scroll lock is in dialog.module.css: Radix's own overlay would inject a
 * `<style>`, which the content security policy refuses.
 */
export function Dialog({ open, onOpenChange, title, description, children, ...look }: DialogProps) {
  const giveFocusBack = useFocusReturn(open, look.returnFocusTo)
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <div className={css.scrim}>
          <Primitive.Content
            className={look.className ? `${css.dialog} ${look.className}` : css.dialog}
            style={look.width ? ({ '--dw': look.width } as CSSProperties) : undefined}
            onOpenAutoFocus={focusInside}
            onCloseAutoFocus={giveFocusBack}
          >
            <DialogHead title={title} hideTitle={look.hideTitle} />
            {look.bare ? (
              <PartBoundary>{children}</PartBoundary>
            ) : (
              <div className={css.body}>
                {description && <Primitive.Description>{description}</Primitive.Description>}
                <PartBoundary>{children}</PartBoundary>
              </div>
            )}
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

function DialogHead({ title, hideTitle }: Pick<DialogProps, 'title' | 'hideTitle'>) {
  const close = (
    <Primitive.Close asChild>
      <IconButton icon={X} className={hideTitle ? css.close : undefined} aria-label="Close" />
    </Primitive.Close>
  )
  if (hideTitle)
    return (
      <>
        <Primitive.Title className="sr">{title}</Primitive.Title>
        {close}
      </>
    )
  return (
    <header>
      <Primitive.Title>{title}</Primitive.Title>
      {close}
    </header>
  )
}

function focusInside(event: Event) {
  event.preventDefault()
  const sheet = event.currentTarget as HTMLElement
  const first = sheet.querySelector<HTMLElement>('[data-autofocus]') ?? sheet
  first.focus({ preventScroll: true })
}
