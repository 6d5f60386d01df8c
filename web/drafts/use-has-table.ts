import * as limits from '#contract/limits.ts'
import { usePageData } from '#web/page/page-data.tsx'

/** Whether a zine can be longer on the layout table than in the upload dialog. */
export const useHasTable = () => usePageData().site.longZinePages > limits.zineImages
