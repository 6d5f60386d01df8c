import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Paper } from './imposition/layouts.ts'

export const paperNames: Record<Paper, MessageDescriptor> = {
  a4: msg`A4`,
  letter: msg({ message: 'Letter', context: 'paper' }),
}

/** Regions that use US Letter (Unicode CLDR, `paperSize`). */
const letterRegions = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '))

/** Browsers without a language report `C`, which is not a valid language tag. */
export function defaultPaper(): Paper {
  try {
    const { region } = new Intl.Locale(navigator.language)
    return region && letterRegions.has(region) ? 'letter' : 'a4'
  } catch {
    return 'a4'
  }
}
