import { msg, ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import type { Ink, PageRecipe, PaperColour, TypeStyle } from '#contract/page-recipe.ts'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { minContrast, paperContrast, solidContrast } from '../contrast.ts'
import { inkValues, paperColourValues } from '../drawing.ts'
import { typeStyles } from '../type-styles.ts'
import css from './look-fields.module.css'

export type Look = Pick<PageRecipe, 'style' | 'paper' | 'inks'>

type LookFieldsProps = {
  look: Look
  /** Whether small text is printed on solids of the second ink. */
  hasTextOnSolid?: boolean
  onChange: (look: Look) => void
  disabled?: boolean
}

/** The fields for type style, paper and inks. */
export function LookFields({ look, hasTextOnSolid = false, onChange, disabled = false }: LookFieldsProps) {
  const { t } = useLingui()
  const { style, paper, inks } = look
  const [first = 'black', second] = inks
  // The legend has it too, because the warning can be below the fold on a phone.
  const isFaint = paperContrast(look) < minContrast
  const choose = (changes: Partial<Look>) => onChange({ ...look, ...changes })
  const chooseInks = (ink: Ink, other: Ink | undefined) =>
    choose({ inks: other && other !== ink ? [ink, other] : [ink] })
  return (
    <>
      <RadioGroup
        look="boxes"
        className={css.choices}
        legend={t`Type`}
        values={keysOf(typeStyles)}
        value={style}
        disabled={disabled}
        label={(value) => typeStyles[value].name}
        onChange={(value) => choose({ style: value })}
      />
      <RadioGroup
        look="boxes"
        className={css.choices}
        legend={`Paper: ${paperNames[paper]}`}
        values={keysOf(paperNames)}
        value={paper}
        disabled={disabled}
        label={(value) => <Swatch name={paperNames[value]} colour={paperColourValues[value]} />}
        onChange={(value) => choose({ paper: value })}
      />
      <RadioGroup
        look="boxes"
        className={css.choices}
        legend={`Ink: ${inkNames[first]}${isFaint ? t` (hard to read)` : ''}`}
        values={keysOf(inkNames)}
        value={first}
        disabled={disabled}
        label={(value) => <Swatch name={inkNames[value]} colour={inkValues[value]} />}
        onChange={(value) => chooseInks(value, second)}
      />
      {isFaint && (
        <p className={css.warning} role="status">
          <Trans>{ph({ value: inkNames[first] })} text is hard to read on this paper. Choose a darker ink.</Trans>
        </p>
      )}
      <RadioGroup
        look="boxes"
        className={css.choices}
        legend={`Second ink: ${second ? inkNames[second] : 'none'}`}
        values={['none', ...keysOf(inkNames).filter((ink) => ink !== first)]}
        value={second ?? 'none'}
        disabled={disabled}
        label={(value) => (value === 'none' ? t`None` : <Swatch name={inkNames[value]} colour={inkValues[value]} />)}
        onChange={(value) => chooseInks(first, value === 'none' ? undefined : value)}
      />
      {second && hasTextOnSolid && solidContrast(look) < minContrast && (
        <p className={css.warning} role="status">
          <Trans>
            Small text is hard to read on solid {ph({ toLowerCase: inkNames[second].toLowerCase() })}. Choose another
            second ink.
          </Trans>
        </p>
      )}
    </>
  )
}

const paperNames: Record<PaperColour, string> = {
  white: msg`White`,
  cream: msg`Cream`,
  pink: msg`Pink`,
  yellow: msg`Yellow`,
  mint: msg`Mint`,
  blue: msg`Blue`,
}

const inkNames: Record<Ink, string> = {
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

const keysOf = <Key extends TypeStyle | PaperColour | Ink>(record: Record<Key, unknown>) => Object.keys(record) as Key[]

const Swatch = ({ name, colour }: { name: string; colour: string }) => (
  <i className={css.swatch} title={name} style={{ '--colour': colour } as CSSProperties}>
    <span className="sr">{name}</span>
  </i>
)
