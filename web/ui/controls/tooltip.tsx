import * as Primitive from 'radix-ui/tooltip'
import type { ReactElement, ReactNode } from 'react'
import * as delays from '#contract/delays.ts'
import css from './tooltip.module.css'

/** Tooltips in here share their delays: after the first, the next opens immediately. */
export function TooltipGroup({ children }: { children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={delays.tooltipOpen} skipDelayDuration={delays.tooltipSkip}>
      {children}
    </Primitive.Provider>
  )
}

type TooltipProps = {
  label: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** Longer than a few words, so that it may wrap. */
  isSentence?: boolean
  /** The control must have a name of its own, because the tooltip only adds to it. */
  children: ReactElement
}

export function Tooltip({ label, side = 'bottom', isSentence, children }: TooltipProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          className={`${css.tooltip} ${isSentence ? css.sentence : ''}`}
          side={side}
          sideOffset={6}
          collisionPadding={8}
        >
          {label}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
