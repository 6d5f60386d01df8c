import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { defaultFlip, type Flip, flips } from '../imposition/impose.ts'
import { hasBacks, type Layout, layoutsFor, offersTrim, papers, traitsOf } from '../imposition/layouts.ts'
import { paperNames } from '../paper.ts'
import type { PrintChoices, ResolvedChoices } from '../print-choices.ts'
import css from './choices.module.css'

type PrintFormProps = {
  choices: ResolvedChoices
  pages: number
  sheets: number
  hasWide: boolean
  hasPaperColour: boolean
  offersBleed: boolean
  onChoose: (changes: Partial<PrintChoices>) => void
}

export function PrintForm({ choices, pages, sheets, hasWide, hasPaperColour, offersBleed, onChoose }: PrintFormProps) {
  const { t } = useLingui()
  const { layout, paper, flip, toTheEdge, withBleed, isTrimmed } = choices
  return (
    <div className={css.form}>
      <RadioGroup
        legend={t`Layout`}
        look="cards"
        values={layoutsFor(pages)}
        value={layout}
        onChange={(value) => onChoose({ layout: value })}
        label={(option) => (
          <>
            <LayoutDrawing layout={option} />
            <span>
              <b>{t(layoutTexts[option].name)}</b>
              <small>{t(layoutTexts[option].hint)}</small>
            </span>
          </>
        )}
      />
      <RadioGroup
        legend={t`Paper`}
        look="row"
        values={papers}
        value={paper}
        onChange={(value) => onChoose({ paper: value })}
        label={(option) => t(paperNames[option])}
      />
      {hasBacks(layout) && (
        <RadioGroup
          legend={t`Your printer prints`}
          values={[defaultFlip(layout), ...flips.filter((option) => option !== defaultFlip(layout))]}
          value={flip}
          onChange={(value) => onChoose({ flip: value === defaultFlip(layout) ? undefined : value })}
          label={(option) => t(flipLabels[option])}
        />
      )}
      <RadioGroup
        legend={t`Margin`}
        values={offersBleed ? ['safe', 'none', 'bleed'] : ['safe', 'none']}
        value={withBleed ? 'bleed' : toTheEdge ? 'none' : 'safe'}
        onChange={(value) => onChoose({ toTheEdge: value === 'none', withBleed: value === 'bleed' })}
        label={(option) => t(marginLabels[option])}
        hint={
          withBleed
            ? t`The sheets are larger than the paper, and cut at the marks. Only pages made here have bleed.`
            : toTheEdge
              ? t`Home printers lose about 4 mm at the edge of the paper.`
              : undefined
        }
      />
      {!toTheEdge && layout !== 'single' && (
        <CheckBox
          className={css.check}
          checked={choices.withMarks}
          onChange={({ target }) => onChoose({ withMarks: target.checked })}
        >
          <span>
            {t(
              markLabels[traitsOf(layout).cuts.length === 0 ? 'folding' : 'cutting'][sheets > 1 ? 'numbered' : 'plain'],
            )}
          </span>
        </CheckBox>
      )}
      {hasWide && (
        <CheckBox
          className={css.check}
          checked={choices.turnsWide}
          onChange={({ target }) => onChoose({ turnsWide: target.checked })}
        >
          <span>{t`Turn wide pages sideways`}</span>
        </CheckBox>
      )}
      {hasPaperColour && (
        <CheckBox
          className={css.check}
          checked={!choices.printsPaper}
          onChange={({ target }) => onChoose({ printsPaper: !target.checked })}
        >
          <span>
            {t`Do not print the paper color`}
            <small>{t`Only the inks are printed, on the paper that you choose.`}</small>
          </span>
        </CheckBox>
      )}
      {offersTrim(layout, pages) && (
        <CheckBox
          className={css.check}
          checked={isTrimmed}
          onChange={({ target }) => onChoose({ isTrimmed: target.checked })}
        >
          <span>
            {t`I’ll trim the edge`}
            <small>{t`Thick booklets push their inner pages out. This moves those pages toward the spine.`}</small>
          </span>
        </CheckBox>
      )}
    </div>
  )
}

/** SVG paths for each layout: the paper, the cover in ink, and the folds. */
const drawings: Record<Layout, { cover: string; paper: string; folds: string }> = {
  mini: { paper: 'M2 8h44v32H2z', cover: 'M13 8h11v16H13z', folds: 'M13 8v32M24 8v32M35 8v32M2 24h44' },
  booklet: { paper: 'M6 6h17v36H6zM25 6h17v36H25z', cover: 'M25 6h17v36H25z', folds: 'M24 14v5M24 29v5' },
  quarter: {
    paper: 'M12 13h12v22H12zM24 13h12v22H24z',
    cover: 'M24 13h12v22H24z',
    folds: 'M24 18v4M24 26v4',
  },
  sixteen: {
    paper: 'M8 2h32v44H8z',
    cover: 'M16 2h8v11h-8z',
    folds: 'M16 2v44M24 2v44M32 2v44M8 13h32M8 24h32M8 35h32',
  },
  accordion: {
    paper: 'M3 10l10.5 5L24 10l10.5 5L45 10v23l-10.5 5L24 33l-10.5 5L3 33z',
    cover: 'M3 10l10.5 5v23L3 33z',
    folds: 'M13.5 15v23M24 10v23M34.5 15v23',
  },
  'french-fold': { paper: 'M8 2h32v44H8z', cover: 'M24 24h16v22H24z', folds: 'M24 2v44M8 24h32' },
  'mini-poster': {
    paper: 'M2 15h36v26H2z',
    cover: 'M10 7h36v26h-8V15H10zM11 15h9v13h-9z',
    folds: 'M11 15v26M20 15v26M29 15v26M2 28h36',
  },
  'french-fold-poster': {
    paper: 'M6 11h25v35H6z',
    cover: 'M15 2h25v35h-9V11H15zM18.5 28.5H31V46H18.5z',
    folds: 'M18.5 11v35M6 28.5h25',
  },
  single: { paper: 'M15 4h22v32H15zM11 8h22v32H11z', cover: 'M7 12h22v32H7z', folds: '' },
}

function LayoutDrawing({ layout }: { layout: Layout }) {
  const { paper, cover, folds } = drawings[layout]
  return (
    <svg className={css.drawing} viewBox="0 0 48 48" aria-hidden="true">
      <path className={css.paper} d={paper} />
      <path className={css.cover} d={cover} />
      <path d={folds} />
    </svg>
  )
}

export const layoutTexts: Record<Layout, { name: MessageDescriptor; hint: MessageDescriptor }> = {
  mini: { name: msg`Mini zine`, hint: msg`Eight pages on one side of one sheet. Fold, cut one slit, done.` },
  booklet: { name: msg`Booklet`, hint: msg`Half the size of the paper, folded and stapled.` },
  quarter: { name: msg`Quarter-size`, hint: msg`Cut the stack in half, then fold and staple.` },
  sixteen: {
    name: msg`Sixteen-page zine`,
    hint: msg`Sixteen small pages on one side of one sheet. Two cuts, no staples.`,
  },
  accordion: { name: msg`Accordion`, hint: msg`Folded back and forth. Opens into one long row.` },
  'french-fold': { name: msg`French fold`, hint: msg`One sheet folded twice into four pages. No cuts.` },
  'mini-poster': { name: msg`Mini zine with a poster`, hint: msg`The last page fills the back of the sheet.` },
  'french-fold-poster': {
    name: msg`French fold with a poster`,
    hint: msg`The last page fills the inside of the sheet.`,
  },
  single: { name: msg`Single pages`, hint: msg`One page per sheet, in order, for copy shops.` },
}

const marginLabels = {
  safe: msg`5 mm around each page`,
  none: msg`To the edge`,
  bleed: msg`Bleed of 3 mm and crop marks, for copy shops`,
}

const markLabels = {
  folding: { plain: msg`Marks for folding`, numbered: msg`Marks for folding, and sheet numbers` },
  cutting: {
    plain: msg`Marks for folding and cutting`,
    numbered: msg`Marks for folding and cutting, and sheet numbers`,
  },
}

const flipLabels: Record<Flip, MessageDescriptor> = {
  short: msg`Both sides, flipping on the short edge`,
  long: msg`Both sides, flipping on the long edge`,
  hand: msg`One side at a time, reinserting the paper by hand`,
}
