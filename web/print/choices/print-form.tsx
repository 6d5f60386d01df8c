import check from '#web/ui/forms/check.module.css'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { hasBacks, layoutsFor, offersTrim } from '../imposition/layouts.ts'
import { papers } from '../imposition/paper.ts'
import { flips, ownFlip } from '../imposition/print-files.ts'
import type { PrintChoices, SettledChoices } from '../print-address.ts'
import { flipWords, layoutWords, paperNames } from './choice-words.ts'
import css from './choices.module.css'
import { LayoutDrawing } from './layout-drawing.tsx'

type PrintFormProps = {
  choices: SettledChoices
  pages: number
  choose: (changes: Partial<PrintChoices>) => void
}

/** Everything there is to choose; what does not suit the zine is not offered. */
export function PrintForm({ choices, pages, choose }: PrintFormProps) {
  const { layout, paper, flip, toTheEdge, isTrimmed } = choices
  return (
    <div className={css.form}>
      <RadioGroup
        legend="Layout"
        look="cards"
        values={layoutsFor(pages)}
        value={layout}
        onChoose={(chosen) => choose({ layout: chosen })}
        label={(each) => (
          <>
            <LayoutDrawing layout={each} />
            <span>
              <b>{layoutWords[each].name}</b>
              <small>{layoutWords[each].hint}</small>
            </span>
          </>
        )}
      />
      <RadioGroup
        legend="Paper"
        look="row"
        values={papers}
        value={paper}
        onChoose={(chosen) => choose({ paper: chosen })}
        label={(each) => paperNames[each]}
      />
      {hasBacks(layout) && (
        <RadioGroup
          legend="Your printer prints"
          values={[ownFlip(layout), ...flips.filter((each) => each !== ownFlip(layout))]}
          value={flip}
          onChoose={(chosen) => choose({ flip: chosen === ownFlip(layout) ? undefined : chosen })}
          label={(each) => flipWords[each]}
        />
      )}
      <RadioGroup
        legend="Margin"
        values={['safe', 'none']}
        value={toTheEdge ? 'none' : 'safe'}
        onChoose={(chosen) => choose({ toTheEdge: chosen === 'none' })}
        label={(each) => (each === 'safe' ? '5 mm around each page' : 'To the edge')}
        hint={toTheEdge ? 'Home printers lose about 4 mm at the edge of the paper.' : undefined}
      />
      {!toTheEdge && layout !== 'single' && <MarksChoice choices={choices} choose={choose} />}
      {offersTrim(layout, pages) && (
        <CheckBox isChecked={isTrimmed} onCheck={(isOn) => choose({ isTrimmed: isOn })}>
          I will trim the edge
          <small>Thick booklets push their inner pages out. They are moved towards the spine.</small>
        </CheckBox>
      )}
    </div>
  )
}

const MarksChoice = ({ choices, choose }: Pick<PrintFormProps, 'choices' | 'choose'>) => (
  <CheckBox isChecked={choices.withMarks} onCheck={(withMarks) => choose({ withMarks })}>
    Marks for folding{choices.layout === 'booklet' ? '' : ' and cutting'}
  </CheckBox>
)

type CheckBoxProps = { isChecked: boolean; onCheck: (isOn: boolean) => void; children: React.ReactNode }

const CheckBox = ({ isChecked, onCheck, children }: CheckBoxProps) => (
  <label className={css.check}>
    <input
      className={check.check}
      type="checkbox"
      checked={isChecked}
      onChange={({ target }) => onCheck(target.checked)}
    />
    <span>{children}</span>
  </label>
)
