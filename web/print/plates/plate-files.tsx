import { ph, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties, RefObject } from 'react'
import type { Ink } from '#contract/page-recipe.ts'
import { formatList } from '#web/languages/formats.ts'
import { inkValues } from '#web/typeset/drawing.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FileLinks } from '../make/made-files.tsx'
import makeCss from '../make/make.module.css'
import type { Made } from '../make/make-files.tsx'
import type { PrintPlan } from '../print-plan.ts'
import type { PlateFile } from './make-plates.ts'
import { inkName, lowerCaseInkName } from './plate-texts.ts'
import css from './plates.module.css'
import type { PrintedInk } from './press.ts'

type Files = Made<PlateFile>[]
type PlateFilesProps = { files: Files; plan: PrintPlan; firstButton: RefObject<HTMLButtonElement | null> }

export function PlateFiles({ files, plan, firstButton }: PlateFilesProps) {
  const { t } = useLingui()
  return (
    <>
      <PressWarnings files={files} toTheEdge={plan.margins.toTheEdge} />
      <Button ref={firstButton} onClick={() => saveAll(files)}>{t`Save all`}</Button>
      <ul className={makeCss.files}>
        {files.map((file) => (
          <li key={file.fileName}>
            <PlateName file={file} />
            <div className={makeCss.actions}>
              <FileLinks
                file={file}
                fileName={file.fileName}
                labels={{
                  save: t`Save ${ph({ file: file.fileName })}`,
                  open: t`Open ${ph({ file: file.fileName })} in a new tab`,
                }}
              />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function PlateName({ file: { ink, number, name } }: { file: Files[number] }) {
  const { t } = useLingui()
  if (!ink) return <strong>{t`Cover sheet with paper, inks and order`}</strong>
  const sides: Partial<Record<typeof name, string>> = {
    fronts: t({ message: 'Fronts', comment: 'Front sides of the sheets of paper' }),
    backs: t({ message: 'Backs', comment: 'Back sides of the sheets of paper' }),
  }
  return (
    <strong className={css.ink} style={{ '--colour': inkValues[ink] } as CSSProperties}>
      {[`${number}. ${inkName(ink)}`, sides[name]].filter(Boolean).join(': ')}
    </strong>
  )
}

/** Browsers may ask the maker whether this page may save several files. */
function saveAll(files: Files) {
  for (const { address, fileName } of files)
    Object.assign(document.createElement('a'), { href: address, download: fileName }).click()
}

/** Presses dry slowly and lose registration on paper with more ink. */
const maxCoverage = 0.7

/** What a press may not print well. */
function PressWarnings({ files, toTheEdge }: { files: Files; toTheEdge: boolean }) {
  const { i18n } = useLingui()
  const printed = files.flatMap((file) => file.printed)
  const inks = [...new Set(printed.map(({ ink }) => ink))]
  const listPages = (isMeant: (each: PrintedInk) => boolean) => {
    const pages = [...new Set(printed.filter(isMeant).map(({ page }) => page))].sort((a, b) => a - b)
    return { count: pages.length, list: formatList(i18n.locale, pages.map(String), 'narrow') }
  }
  const edges = listPages(({ reachesEdge }) => reachesEdge)
  const solids = inks.map((ink) => ({ ink, ...listPages((each) => each.ink === ink && each.coverage > maxCoverage) }))
  return (
    <ul className={css.warnings}>
      {edges.count > 0 && <EdgeWarning {...edges} toTheEdge={toTheEdge} />}
      {solids.map((solid) => solid.count > 0 && <SolidWarning key={solid.ink} {...solid} />)}
    </ul>
  )
}

type PagesProps = { count: number; list: string }

function EdgeWarning({ count, list, toTheEdge }: PagesProps & { toTheEdge: boolean }) {
  const { t } = useLingui()
  return (
    <li>
      {toTheEdge
        ? t`${plural(count, {
            one: `Page ${list} has ink at the edge of the paper, where presses cannot print. Print on larger paper and trim it, or choose the margin of 5 mm.`,
            other: `Pages ${list} have ink at the edge of the paper, where presses cannot print. Print on larger paper and trim it, or choose the margin of 5 mm.`,
          })}`
        : t`${plural(count, {
            one: `Page ${list} has ink 5 mm from the edge of the paper. Many risographs need at least 6 mm: ask your printer, or print on larger paper.`,
            other: `Pages ${list} have ink 5 mm from the edge of the paper. Many risographs need at least 6 mm: ask your printer, or print on larger paper.`,
          })}`}
    </li>
  )
}

function SolidWarning({ ink: name, count, list }: PagesProps & { ink: Ink }) {
  const { t } = useLingui()
  const ink = lowerCaseInkName(name)
  return (
    <li>
      {t`${plural(count, {
        one: `Page ${list} is more than 70% ${ink}. Large solids dry slowly and smear.`,
        other: `Pages ${list} are more than 70% ${ink}. Large solids dry slowly and smear.`,
      })}`}
    </li>
  )
}
