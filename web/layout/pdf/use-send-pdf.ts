import type { DraftDocument } from '#contract/documents.ts'
import * as limits from '#contract/limits.ts'
import { useSendFile } from '#web/upload/sending/use-send-file.ts'
import { addDocument } from './pdf-calls.ts'

/** A PDF on its way: one at a time. What was interrupted goes on where it was. */
export const useSendPdf = (draftId: string, onAdded: (pdf: DraftDocument) => void) =>
  useSendFile({
    mostMb: limits.pdfMb,
    tooLarge: `A PDF can be up to ${limits.pdfMb} MB. Export it smaller, or in parts.`,
    failed: 'Your PDF did not go through.',
    make: ({ uploadId }) => addDocument({ params: { id: draftId }, body: { uploadId } }),
    onMade: ({ document }) => onAdded(document),
  })
