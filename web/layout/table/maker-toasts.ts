import { ph, t } from '@lingui/core/macro'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { describeOverflow } from './made-pages.ts'
import type { useStage } from './use-stage.ts'

export const showAddedInstead = () =>
  showToast({
    title: t`Added as a new page`,
    description: t`The page you edited was changed or removed in another tab.`,
  })

export const showTextOverflow = () =>
  showToast({
    title: t`Some of the text doesn’t fit`,
    description: t`Edit the page to shorten the text or continue it on a new page.`,
  })

export function showCutPages(
  { contentPages, pageIndexOf, show }: ReturnType<typeof useStage>,
  cut: readonly { id: string; overflowWords: number }[],
) {
  const first = pageIndexOf(cut[0]?.id)
  showToast({
    title: t`All pages now have this style`,
    description: describeOverflow(contentPages, cut),
    action: {
      label: t`Show page ${ph({ number: first + 1 })}`,
      altText: t`Select the page on the layout table`,
      run: () => show(first),
    },
  })
}
