import { type CSSProperties, type ReactNode, useId } from 'react'
import type { Ink, PageRecipe, PaperColour, TypeStyle } from '#contract/page-recipe.ts'
import field from '#web/ui/forms/field.module.css'
import { textContrast } from '../draw/contrast.ts'
import { inkValues, paperColourValues } from '../drawing.ts'
import { typeStyles } from '../type-styles.ts'
import css from './look-fields.module.css'

export type Look = Pick<PageRecipe, 'style' | 'paper' | 'inks'>

type LookFieldsProps = { look: Look; onChange: (look: Look) => void; disabled?: boolean }

/** Type style, paper and inks. */
export function LookFields({ look, onChange, disabled = false }: LookFieldsProps) {
  const { style, paper, inks } = look
  const [first = 'black', second] = inks
  const choose = (changes: Partial<Look>) => onChange({ ...look, ...changes })
  const chooseInks = (ink: Ink, other: Ink | undefined) =>
    choose({ inks: other && other !== ink ? [ink, other] : [ink] })
  return (
    <>
      <Choices
        legend="Type"
        values={keysOf(typeStyles)}
        value={style}
        disabled={disabled}
        label={(value) => typeStyles[value].name}
        onChoose={(value) => choose({ style: value })}
      />
      <Choices
        legend={`Paper: ${paperNames[paper]}`}
        values={keysOf(paperNames)}
        value={paper}
        disabled={disabled}
        label={(value) => <Swatch name={paperNames[value]} colour={paperColourValues[value]} />}
        onChoose={(value) => choose({ paper: value })}
      />
      <Choices
        legend={`Ink: ${inkNames[first]}`}
        values={keysOf(inkNames)}
        value={first}
        disabled={disabled}
        label={(value) => <Swatch name={inkNames[value]} colour={inkValues[value]} />}
        onChoose={(value) => chooseInks(value, second)}
      />
      <Choices
        legend={`Second ink: ${second ? inkNames[second] : 'none'}`}
        values={['none', ...keysOf(inkNames).filter((ink) => ink !== first)]}
        value={second ?? 'none'}
        disabled={disabled}
        label={(value) => (value === 'none' ? 'None' : <Swatch name={inkNames[value]} colour={inkValues[value]} />)}
        onChoose={(value) => chooseInks(first, value === 'none' ? undefined : value)}
      />
      {textContrast(look) < minContrast && (
        <p className={css.warning} role="status">
          {inkNames[first]} text is hard to read on this paper. Choose a darker ink.
        </p>
      )}
    </>
  )
}

/** WCAG 2.2, for small text. */
const minContrast = 4.5

const paperNames: Record<PaperColour, string> = {
  white: 'White',
  cream: 'Cream',
  pink: 'Pink',
  yellow: 'Yellow',
  mint: 'Mint',
  blue: 'Blue',
}

const inkNames: Record<Ink, string> = {
  black: 'Black',
  blue: 'Blue',
  pink: 'Pink',
  yellow: 'Yellow',
  green: 'Green',
  red: 'Red',
  teal: 'Teal',
  violet: 'Violet',
  orange: 'Orange',
}

const keysOf = <Key extends TypeStyle | PaperColour | Ink>(record: Record<Key, unknown>) => Object.keys(record) as Key[]

type ChoicesProps<Value extends string> = {
  legend: string
  values: readonly Value[]
  value: Value
  disabled: boolean
  label: (value: Value) => ReactNode
  onChoose: (value: Value) => void
}

function Choices<Value extends string>({ legend, values, value, disabled, label, onChoose }: ChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset className={field.field} disabled={disabled}>
      <legend>{legend}</legend>
      <div className={css.choices}>
        {values.map((option) => (
          <label key={option}>
            <input type="radio" name={name} checked={option === value} onChange={() => onChoose(option)} />
            {label(option)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const Swatch = ({ name, colour }: { name: string; colour: string }) => (
  <i className={css.swatch} title={name} style={{ '--colour': colour } as CSSProperties}>
    <span className="sr">{name}</span>
  </i>
)
