import { useLingui } from '@lingui/react/macro'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { FilterForm, type FilterFormProps } from './filter-form.tsx'

type FilterSheetProps = Omit<FilterFormProps, 'isOpen' | 'isSheet'> & {
  onClose: () => void
  returnFocusTo: () => HTMLElement | null
}

/** The filter panel on phones. */
export const FilterSheet = ({ onClose, returnFocusTo, ...form }: FilterSheetProps) => {
  const { t } = useLingui()
  return (
    <Dialog
      open={true}
      title={t`Filter zines`}
      isSheet={true}
      bare={true}
      returnFocusTo={returnFocusTo}
      onOpenChange={(open) => open || onClose()}
    >
      <FilterForm {...form} isOpen isSheet />
    </Dialog>
  )
}
