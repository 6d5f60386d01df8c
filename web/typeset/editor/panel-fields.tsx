import type { MessageDescriptor } from '@lingui/core'
import { msg, ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as limits from '#contract/limits.ts'
import type { BubbleTail, PageRecipe, PanelLayout, SpeechBubble } from '#contract/page-recipe.ts'
import { Announce } from '#web/ui/announce.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { indexAfterKey, keyFromLeft, moveItem } from '#web/ui/list-order.ts'
import { type Drag, useDrag } from '#web/ui/use-drag.ts'
import { type Drawing, pictureMark } from '../drawing.ts'
import { Caption, type RecipeChange, withItem } from './caption-field.tsx'
import css from './page-maker.module.css'
import { type DraftPicture, PictureField } from './picture-field.tsx'
import { RangeField } from './range-field.tsx'

const minPanels = 2

type Props = {
  recipe: PageRecipe
  drawing: Drawing | undefined
  pictures: readonly DraftPicture[]
  onChange: RecipeChange
  onSending: (change: 1 | -1) => void
}

/** The panels of a comic, with their pictures, captions and speech bubbles. */
export function PanelFields(props: Props) {
  const { t } = useLingui()
  const { recipe, onChange } = props
  const bubblePanels = (recipe.bubbles ?? []).map(({ panel }) => panel + 1)
  const count = Math.max(minPanels, recipe.pictures.length, recipe.captions.length, ...bubblePanels)
  const [keys, setKeys] = usePanelKeys(count)
  const [announcement, announce] = useState('')
  const panels = useRef<HTMLDivElement>(null)
  const all = [...keys.keys()]
  /** The focus stays at the panel with this index, where a button can be disabled or gone now. */
  const arrange = (order: number[], index: number) => {
    flushSync(() => {
      setKeys(order.map((at) => keys[at] ?? 0))
      onChange(arrangePanels(recipe, order))
    })
    const focused = document.activeElement
    if (focused !== document.body && !focused?.matches(':disabled')) return
    const [, up, down] = panels.current?.children[index]?.querySelectorAll('button') ?? []
    const arrow = up?.disabled ? down : up
    arrow?.focus()
  }
  const move = (from: number, to: number) => {
    if (from === to) return
    arrange(moveItem(all, from, to), to)
    announce(t`Panel ${ph({ number: from + 1 })} is now panel ${ph({ position: to + 1 })}.`)
  }
  const drag = useDrag(panels, move)
  return (
    <>
      <RadioGroup
        look="row"
        legend={t`Panels`}
        values={Object.keys(layoutNames) as PanelLayout[]}
        value={recipe.panels ?? 'even'}
        label={(layout) => t(layoutNames[layout])}
        onChange={(panels) => onChange({ panels: panels === 'even' ? undefined : panels })}
      />
      <div className={css.panels} ref={panels}>
        {keys.map((key, index) => (
          <Panel
            {...props}
            key={key}
            index={index}
            count={count}
            drag={drag}
            onMove={(to) => move(index, to)}
            onRemove={() => arrange(all.toSpliced(index, 1), Math.min(index, count - 2))}
          />
        ))}
      </div>
      <Announce>{announcement}</Announce>
      {count < limits.recipePanels && (
        <div className={css.row}>
          <Button
            look="second"
            size="small"
            onClick={() => onChange({ pictures: withItem(recipe.pictures, count, null, null) })}
          >{t`Add a panel`}</Button>
        </div>
      )}
    </>
  )
}

/** A recipe has no ids of panels. With keys, an upload and the focus stay with their panel when it moves. */
function usePanelKeys(count: number) {
  const [known, setKeys] = useState<number[]>([])
  const keys = known.slice(0, count)
  while (keys.length < count) keys.push(Math.max(-1, ...keys) + 1)
  return [keys, setKeys] as const
}

type PanelProps = Props & {
  index: number
  count: number
  drag: Drag
  onMove: (to: number) => void
  onRemove: () => void
}

function Panel({ index, count, drag, onMove, onRemove, ...props }: PanelProps) {
  const { t } = useLingui()
  const { recipe, drawing, pictures, onChange, onSending } = props
  const number = index + 1
  const moveByKey = (event: KeyboardEvent) => {
    const to = indexAfterKey(keyFromLeft(event), index, count)
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onMove(to)
  }
  return (
    <fieldset className={css.panel} {...drag.item(index)}>
      <legend>
        <Trans>Panel {number}</Trans>
      </legend>
      <div className={css.row}>
        <IconButton
          icon={GripVertical}
          className={css.handle}
          aria-label={t`Move panel ${number}`}
          aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight Home End"
          title={t`Drag to move, or use the arrow keys`}
          onKeyDown={moveByKey}
          {...drag.handle(index)}
        />
        <IconButton
          icon={ArrowUp}
          aria-label={t`Move panel ${number} up`}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        />
        <IconButton
          icon={ArrowDown}
          aria-label={t`Move panel ${number} down`}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        />
        <IconButton
          icon={Trash2}
          aria-label={t`Remove panel ${ph({ count: number })}`}
          disabled={count <= minPanels}
          onClick={onRemove}
        />
      </div>
      <PictureField
        number={number}
        picture={recipe.pictures[index] ?? null}
        mark={pictureMark(drawing, index)}
        pictures={pictures}
        onSending={onSending}
        onChange={(picture) => onChange({ pictures: withItem(recipe.pictures, index, picture, null) })}
      />
      <Caption label={t`Caption ${number}`} recipe={recipe} index={index} onChange={onChange} />
      <BubbleFields recipe={recipe} panel={index} onChange={onChange} />
    </fieldset>
  )
}

const layoutNames: Record<PanelLayout, MessageDescriptor> = {
  even: msg({ message: 'Equal', context: 'panels of a comic' }),
  first: msg({ message: 'Large first', context: 'panels of a comic' }),
  last: msg({ message: 'Large last', context: 'panels of a comic' }),
}

/** `order` has the old index of each panel that stays. */
function arrangePanels({ pictures, captions, bubbles = [] }: PageRecipe, order: number[]): Partial<PageRecipe> {
  return {
    pictures: order.map((at) => pictures[at] ?? null),
    captions: order.map((at) => captions[at] ?? ''),
    bubbles: bubbles.flatMap((bubble) => {
      const panel = order.indexOf(bubble.panel)
      return panel < 0 ? [] : [{ ...bubble, panel }]
    }),
  }
}

type BubbleProps = { recipe: PageRecipe; panel: number; onChange: RecipeChange }

function BubbleFields({ recipe: { bubbles = [] }, panel, onChange }: BubbleProps) {
  const { t } = useLingui()
  const own = bubbles.flatMap((bubble, at) => (bubble.panel === panel ? [{ bubble, at }] : []))
  const change = (at: number, update: Partial<SpeechBubble>) =>
    onChange({ bubbles: bubbles.map((bubble, index) => (index === at ? { ...bubble, ...update } : bubble)) })
  return (
    <>
      {own.map(({ bubble, at }, index) => {
        const number = index + 1
        return (
          <fieldset key={at} className={css.bubble}>
            <legend>{t`Speech bubble ${number} of panel ${ph({ panel: panel + 1 })}`}</legend>
            <TextField
              label={t`What it says`}
              maxLength={limits.recipeBubble}
              value={bubble.text}
              onChange={({ target }) => change(at, { text: target.value })}
            />
            <div className={css.tones}>
              <Place label={t`Across`} value={bubble.x} onChange={(x) => change(at, { x })} />
              <Place label={t`Down`} value={bubble.y} onChange={(y) => change(at, { y })} />
            </div>
            <RadioGroup
              look="row"
              legend={t`Its tail points`}
              values={Object.keys(tailNames) as BubbleTail[]}
              value={bubble.tail}
              label={(tail) => t(tailNames[tail])}
              onChange={(tail) => change(at, { tail })}
            />
            <div className={css.row}>
              <Button
                look="second"
                size="small"
                onClick={({ currentTarget }) => {
                  const buttons = currentTarget.closest(`.${css.panel}`)?.getElementsByTagName('button')
                  flushSync(() => onChange({ bubbles: bubbles.filter((_, other) => other !== at) }))
                  // The button that adds a speech bubble.
                  buttons?.[buttons.length - 1]?.focus()
                }}
              >{t`Remove the speech bubble`}</Button>
            </div>
          </fieldset>
        )
      })}
      {bubbles.length < limits.recipeBubbles && (
        <div className={css.row}>
          <Button
            look="second"
            size="small"
            onClick={({ currentTarget }) => {
              const added = currentTarget.closest('fieldset')?.getElementsByClassName(css.bubble ?? '')
              flushSync(() => onChange({ bubbles: [...bubbles, newBubble(panel, own.length)] }))
              added?.[own.length]?.querySelector('input')?.focus()
            }}
          >{t`Add a speech bubble`}</Button>
        </div>
      )}
    </>
  )
}

/** The second one answers the first, from the other side and lower. */
const newBubble = (panel: number, before: number): SpeechBubble =>
  before % 2 === 0
    ? { panel, text: '', x: 0.25, y: 0.1, tail: 'right' }
    : { panel, text: '', x: 0.75, y: 0.4, tail: 'left' }

const tailNames: Record<BubbleTail, MessageDescriptor> = {
  left: msg({ message: 'Left', context: 'tail of a speech bubble' }),
  right: msg({ message: 'Right', context: 'tail of a speech bubble' }),
  none: msg({ message: 'Nowhere', context: 'tail of a speech bubble' }),
}

type PlaceProps = { label: string; value: number; onChange: (value: number) => void }

/** A place as a share, in steps of a twentieth. */
const Place = (props: PlaceProps) => <RangeField {...props} min={0} max={1} step={0.05} />
