import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useMounted } from '#web/ui/use-mounted.ts'
import type { Paper } from './imposition/paper.ts'
import { type PrintChoices, readPrintChoices, settle, writePrintChoices } from './print-address.ts'

/** They stand in the address, so that a reload keeps them and a link tells them. */
export function usePrintChoices(pages: number) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const isMounted = useMounted()
  // Kept here too: what is chosen is shown at once, and the address follows.
  const [chosen, setChosen] = useState<PrintChoices>()
  const choices = chosen ?? readPrintChoices(search)
  const choose = (changes: Partial<PrintChoices>) => {
    const next = { ...choices, ...changes }
    setChosen(next)
    void navigate({ search: writePrintChoices(next) }, { replace: true, preventScrollReset: true })
  }
  return { choices: settle(choices, pages, isMounted ? usualPaper() : 'a4'), choose }
}

/** Where paper is measured in inches (Unicode CLDR, `paperSize`). */
const letterRegions = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '))

/** A browser without a language of its own has one like `C`, which is no language tag. */
function usualPaper(): Paper {
  try {
    const { region } = new Intl.Locale(navigator.language)
    return region && letterRegions.has(region) ? 'letter' : 'a4'
  } catch {
    return 'a4'
  }
}
