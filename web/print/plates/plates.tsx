import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, useState } from 'react'
import type { Ink } from '#contract/page-recipe.ts'
import { lightestFirst } from '#web/typeset/contrast.ts'
import { inkValues } from '#web/typeset/drawing.ts'
import { inkNames } from '#web/typeset/look/look-fields.tsx'
import { knownRecipe } from '#web/typeset/recipe.ts'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { MakeFiles } from '../make/make-files.tsx'
import type { Printable, PrintPlan } from '../print-plan.ts'
import { makePlates } from './make-plates.ts'
import { PlateFiles } from './plate-files.tsx'
import { lowerCaseInkName } from './plate-texts.ts'
import css from './plates.module.css'

export type PlatesProps = {
  zine: Printable
  /** The addresses of the print pictures. */
  pictures: readonly string[]
  plan: PrintPlan
  onReload: () => Promise<unknown>
}

/** Choices and files of the plates: a grey PDF for each ink. */
export function Plates({ zine, pictures, plan, onReload }: PlatesProps) {
  const { t } = useLingui()
  const inks = listInks(zine)
  const [tones, setTones] = useState<'dots' | 'grey'>('dots')
  const [chosen, setPhotoInk] = useState<Ink | 'both'>('both')
  const photoInk = chosen === 'both' || inks.includes(chosen) ? chosen : 'both'
  // The lightest ink prints the mid-tones.
  const both = [...new Set([inks.at(-1) ?? 'black', inks[0] ?? 'black'])]
  const settings = { photoInks: photoInk === 'both' ? both : [photoInk], isContinuous: tones === 'grey' }
  const photoInks = inks.length > 1 ? (['both', ...inks] as const) : []
  return (
    <>
      <ol className={css.inks}>
        {inks.map((ink, index) => (
          <li key={ink} className={css.ink} style={{ '--colour': inkValues[ink] } as CSSProperties}>
            {index + 1}. {t(inkNames[ink])}
          </li>
        ))}
      </ol>
      <p className="meta">{t`The order of printing: light inks first, because dark ones would soil them.`}</p>
      <RadioGroup
        legend={t`Tones of images`}
        values={['dots', 'grey']}
        value={tones}
        onChange={setTones}
        label={(value) =>
          value === 'dots' ? t`Dots, as on the page` : t`Continuous gray: the press makes its own dots`
        }
      />
      {photoInks.length > 0 && zine.pages.some(hasPhotos) && (
        <RadioGroup
          legend={t`Photos and uploaded pages`}
          values={photoInks}
          value={photoInk}
          onChange={setPhotoInk}
          label={(value) =>
            value === 'both'
              ? t`Darks in ${ph({ dark: lowerCaseInkName(both[0]) })}, mid-tones in ${ph({ light: lowerCaseInkName(both[1]) })}`
              : t`All in ${ph({ ink: lowerCaseInkName(value) })}`
          }
        />
      )}
      <MakeFiles
        key={JSON.stringify([plan.job, settings, zine.pages])}
        name={t`Plates`}
        pages={plan.pages}
        texts={{
          start: t`Make the plates`,
          making: t`Making the plates…`,
          announcement: t`Making the plates.`,
          ready: t`The plates are ready.`,
        }}
        make={(options) => makePlates({ zine, pictures, plan, inks, settings, ...options })}
        onReload={onReload}
      >
        {(files, firstButton) => <PlateFiles files={files} plan={plan} firstButton={firstButton} />}
      </MakeFiles>
    </>
  )
}

/** The inks of all pages, in the order of printing. There are none if a later release made all pages. */
function listInks({ pages }: Printable) {
  const inks = pages.flatMap(({ recipe }) => knownRecipe(recipe)?.inks ?? [])
  return lightestFirst(inks.length > 0 ? inks : ['black'])
}

/** Whether a page is an uploaded picture, or has pictures in their own colours. */
function hasPhotos({ recipe }: Printable['pages'][number]) {
  const known = knownRecipe(recipe)
  return !known || (known.treatment === 'unchanged' && known.pictures.some(Boolean))
}
