import type { MessageDescriptor } from '@lingui/core'
import { msg, ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { flushSync } from 'react-dom'
import * as limits from '#contract/limits.ts'
import type { BubbleTail, PageRecipe, PanelLayout, SpeechBubble } from '#contract/page-recipe.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
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
export function PanelFields({ recipe, drawing, pictures, onChange, onSending }: Props) {
  const { t } = useLingui()
  const bubblePanels = (recipe.bubbles ?? []).map(({ panel }) => panel + 1)
  const count = Math.max(minPanels, recipe.pictures.length, recipe.captions.length, ...bubblePanels)
  const arrange = (order: number[]) => onChange(arrangePanels(recipe, order))
  const all = Array.from({ length: count }, (_, index) => index)
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
      {all.map((index) => (
        <fieldset key={index} className={css.panel}>
          <legend>
            <Trans>Panel {ph({ number: index + 1 })}</Trans>
          </legend>
          <div className={css.row}>
            <IconButton
              icon={ArrowUp}
              aria-label={t`Move panel ${ph({ number: index + 1 })} up`}
              disabled={index === 0}
              onClick={({ currentTarget }) => {
                arrange(all.with(index, index - 1).with(index - 1, index))
                focusPanel(currentTarget.closest('fieldset')?.previousElementSibling, index === 1 ? 1 : 0)
              }}
            />
            <IconButton
              icon={ArrowDown}
              aria-label={t`Move panel ${ph({ number: index + 1 })} down`}
              disabled={index === count - 1}
              onClick={({ currentTarget }) => {
                arrange(all.with(index, index + 1).with(index + 1, index))
                focusPanel(currentTarget.closest('fieldset')?.nextElementSibling, index === count - 2 ? 0 : 1)
              }}
            />
            <IconButton
              icon={Trash2}
              aria-label={t`Remove panel ${ph({ count: index + 1 })}`}
              disabled={count <= minPanels}
              onClick={({ currentTarget }) => {
                const panel = currentTarget.closest('fieldset')
                focusPanel(index === count - 1 ? panel?.previousElementSibling : panel, index === 0 ? 1 : 0)
                arrange(all.filter((at) => at !== index))
              }}
            />
          </div>
          <PictureField
            number={index + 1}
            picture={recipe.pictures[index] ?? null}
            mark={pictureMark(drawing, index)}
            pictures={pictures}
            onSending={onSending}
            onChange={(picture) => onChange({ pictures: withItem(recipe.pictures, index, picture, null) })}
          />
          <Caption label={t`Caption ${ph({ number: index + 1 })}`} recipe={recipe} index={index} onChange={onChange} />
          <BubbleFields recipe={recipe} panel={index} onChange={onChange} />
        </fieldset>
      ))}
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

const layoutNames: Record<PanelLayout, MessageDescriptor> = {
  even: msg({ message: 'Equal', context: 'panels of a comic' }),
  first: msg({ message: 'Large first', context: 'panels of a comic' }),
  last: msg({ message: 'Large last', context: 'panels of a comic' }),
}

/** The focus follows a panel that was moved, and stays near one that was removed. Some buttons are disabled. */
const focusPanel = (panel: Element | null | undefined, button: number) =>
  panel?.querySelectorAll('button')[button]?.focus()

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
