import type { MessageDescriptor } from '@lingui/core'

/** A label of `contract/` as the API, records and files have it. Browsers have no English sentences: they translate it. */
export const inEnglish = ({ message = '' }: MessageDescriptor) => message
