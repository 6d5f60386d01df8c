import { limits } from '#contract/limits.ts'
import type { ToastWords } from '#web/ui/toasts/toast-store.ts'

const bytesPerMb = 1024 * 1024

/** Why a file cannot be a photo, in the words of spec §5; undefined when it can. */
export function photoProblem({ type, size }: { type: string; size: number }): ToastWords | undefined {
  if (!type.startsWith('image/')) {
    return { title: 'Invalid file type', description: 'Please select an image file.' }
  }
  if (size > limits.photoMb * bytesPerMb) {
    return {
      title: 'File too large',
      description: `Please select an image smaller than ${limits.photoMb}MB.`,
    }
  }
}
