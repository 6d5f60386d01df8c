import { msg, plural } from '@lingui/core/runtime-macro'
import type { Metadata } from 'sharp'
import { RejectedFileError } from './file-errors.ts'

/** A TIFF may have several pictures, of which only the first would be published: scanned pages, or a raw photo's versions. */
export function assertSinglePicture({ pages = 1, subifds = 0 }: Metadata) {
  if (pages > 1)
    throw new RejectedFileError(
      msg`This TIFF contains ${plural({ pages }, { one: '# image', other: '# images' })}. Save each page as a file of its own, or all as a PDF, and try again.`,
    )
  if (subifds > 0)
    throw new RejectedFileError(
      msg`This TIFF contains several versions of its image. Save it as PNG, or as a TIFF without them, and try again.`,
    )
}
