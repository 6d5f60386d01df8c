import type { MessageDescriptor } from '@lingui/core'
import { msg, ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import type { Alignment, Ink, PaperColour, TextSize } from '#contract/page-recipe.ts'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { minContrast, paperContrast, solidContrast } from '../contrast.ts'
import { inkValues } from '../drawing.ts'
import { typeStyles } from '../fonts/type-styles.ts'
import { paperColourValues } from '../paper-colours.ts'
import type { Look } from '../recipe.ts'
import css from './look-fields.module.css'

type LookFieldsProps = {
  look: Look
  /** Whether small text is printed on solids of the second ink. */
  hasTextOnSolid?: boolean
  onChange: (look: Look) => void
  disabled?: boolean
}

/** The fields for type, paper and inks. */
export function LookFields({ look, hasTextOnSolid = false, onChange, disabled = false }: LookFieldsProps) {
  const { t, i18n } = useLingui()
  const { paper, inks } = look
  const [first = 'black', second] = inks
  // The legend has it too, because the warning can be below the fold on a phone.
  const isFaint = paperContrast(look) < minContrast
  const choose = (changes: Partial<Look>) => onChange({ ...look, ...changes })
  const chooseInks = (ink: Ink, other: Ink | undefined) =>
    choose({ inks: other && other !== ink ? [ink, other] : [ink] })
  return (
    <>
      <TypeFields look={look} onChange={onChange} disabled={disabled} />
      <RadioGroup
        look="boxes"
        className={css.choices}
        legend={t`Paper: ${ph({ paper: t(paperNames[paper]) })}`}
        values={keysOf(paperNames)}
        value={paper}
        disabled={disabled}
        label={(value) => <Swatch name={t(paperNames[value])} colour={paperColourValues[value]} />}
        onChange={(value) => choose({ paper: value })}
      />
      <RadioGroup
        look="boxes"
        className={css.choices}
        legend={
          isFaint
            ? t`Ink: ${ph({ ink: t(inkNames[first]) })} (hard to read)`
            : t`Ink: ${ph({ ink: t(inkNames[first]) })}`
        }
        values={keysOf(inkNames)}
        value={first}
        disabled={disabled}
        label={(value) => <Swatch name={t(inkNames[value])} colour={inkValues[value]} />}
        onChange={(value) => chooseInks(value, second)}
      />
      {isFaint && (
        <p className={css.warning} role="status">
          <Trans>{ph({ ink: t(inkNames[first]) })} text is hard to read on this paper. Choose a darker ink.</Trans>
        </p>
      )}
      <RadioGroup
        look="boxes"
        className={css.choices}
        legend={second ? t`Second ink: ${ph({ ink: t(inkNames[second]) })}` : t`Second ink: none`}
        values={['none', ...keysOf(inkNames).filter((ink) => ink !== first)]}
        value={second ?? 'none'}
        disabled={disabled}
        label={(value) => (value === 'none' ? t`None` : <Swatch name={t(inkNames[value])} colour={inkValues[value]} />)}
        onChange={(value) => chooseInks(first, value === 'none' ? undefined : value)}
      />
      {second && hasTextOnSolid && solidContrast(look) < minContrast && (
        <p className={css.warning} role="status">
          <Trans>
            Small text is hard to read on solid {ph({ ink: t(inkNames[second]).toLocaleLowerCase(i18n.locale) })}.
            Choose another second ink.
          </Trans>
        </p>
      )}
    </>
  )
}

function TypeFields({ look, onChange, disabled }: Required<Omit<LookFieldsProps, 'hasTextOnSolid'>>) {
  const { t } = useLingui()
  const { style, textSize, alignment } = look
  return (
    <>
      <RadioGroup
        look="boxes"
        className={css.choices}
        legend={t`Type`}
        values={keysOf(typeStyles)}
        value={style}
        disabled={disabled}
        label={(value) => t(typeStyles[value].name)}
        onChange={(value) => onChange({ ...look, style: value })}
      />
      <RadioGroup
        look="boxes"
        className={css.choices}
        legend={t`Text size`}
        values={keysOf(sizeNames)}
        value={typeof textSize === 'string' ? textSize : 'fill'}
        disabled={disabled}
        label={(value) => t(sizeNames[value])}
        onChange={(value) => onChange({ ...look, textSize: value === 'fill' ? undefined : value })}
      />
      <RadioGroup
        look="boxes"
        className={css.choices}
        legend={t`Alignment`}
        values={keysOf(alignmentNames)}
        value={alignment ?? 'start'}
        disabled={disabled}
        label={(value) => t(alignmentNames[value])}
        onChange={(value) => onChange({ ...look, alignment: value === 'start' ? undefined : value })}
      />
    </>
  )
}

const sizeNames: Record<TextSize | 'fill', MessageDescriptor> = {
  small: msg({ message: 'Small', context: 'size of text' }),
  medium: msg({ message: 'Medium', context: 'size of text' }),
  large: msg({ message: 'Large', context: 'size of text' }),
  fill: msg`Fill the page`,
}

const alignmentNames: Record<Alignment, MessageDescriptor> = {
  start: msg({ message: 'At the start', context: 'alignment of text' }),
  center: msg({ message: 'Centered', context: 'alignment of text' }),
  justify: msg({ message: 'Justified', context: 'alignment of text' }),
}

export const paperNames: Record<PaperColour, MessageDescriptor> = {
  white: msg`White`,
  cream: msg`Cream`,
  pink: msg`Pink`,
  yellow: msg`Yellow`,
  mint: msg`Mint`,
  blue: msg`Blue`,
}

export const inkNames: Record<Ink, MessageDescriptor> = {
  black: msg`Black`,
  blue: msg`Blue`,
  pink: msg`Pink`,
  yellow: msg`Yellow`,
  green: msg`Green`,
  red: msg`Red`,
  teal: msg`Teal`,
  violet: msg`Violet`,
  orange: msg`Orange`,
}

const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[]

const Swatch = ({ name, colour }: { name: string; colour: string }) => (
  <i className={css.swatch} title={name} style={{ '--colour': colour } as CSSProperties}>
    <span className="sr">{name}</span>
  </i>
)
