import { t } from '@lingui/core/macro'
import type { TestTexts } from '../pdf/test-sheets.ts'

const numbers = [1, 2]

/** Translated here, because workers have no language. */
export const testTexts = (): TestTexts => ({
  fronts: {
    title: t`Fronts of two test sheets`,
    names: numbers.map((number) => t`Front of sheet ${number}`),
    hint: t`Print both fronts, put the paper back, then print the backs.`,
  },
  backs: {
    title: t`Backs of two test sheets`,
    names: numbers.map((number) => t`Back of sheet ${number}`),
    hint: t`Turn this sheet over like a page. Do the number and arrow match?`,
  },
})
