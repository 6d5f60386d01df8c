import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
/** Extensions of accepted files, for systems that report no type. The server checks the content. */
export const imageExtension = /\.(jpe?g|jfif|png|apng|gif|webp|avif|svgz?|tiff?)$/i
export const videoExtension = /\.(mp4|m4v|webm|mkv|ogg|ogv|mov)$/i

export const isImageName = (name: string) =>
  imageExtension.test(name) || refusedFormats.some(({ kind, extension }) => kind === 'image' && extension.test(name))

type RefusedFormat = {
  kind: 'image' | 'video'
  extension: RegExp
  /** The first bytes, as Latin-1. */
  signature: RegExp
  message: MessageDescriptor
}

/** Images and videos that the site cannot show, with a way out for each. */
export const refusedFormats: readonly RefusedFormat[] = [
  {
    kind: 'image',
    extension: /\.(heic|heif|hif)$/i,
    signature: /^....ftyp(hei|hev|mif1|msf1)/s,
    message: msg`Few browsers support HEIC. Save the photo as JPEG and try again.`,
  },
  {
    kind: 'image',
    extension: /\.(bmp|dib)$/i,
    signature: /^BM....\0\0\0\0/s,
    message: msg`BMP images are not supported. Save the image as PNG and try again.`,
  },
  {
    kind: 'image',
    extension: /\.jxl$/i,
    signature: /^(\xff\n|\0\0\0.JXL )/s,
    message: msg`Few browsers support JPEG XL. Save the image as JPEG or PNG and try again.`,
  },
  {
    kind: 'image',
    extension: /\.(jp2|j2k|jpf|jpx)$/i,
    signature: /^(\0\0\0.jP {2}|\xffO\xffQ)/s,
    message: msg`JPEG 2000 images are not supported. Save the image as JPEG or PNG and try again.`,
  },
  {
    kind: 'image',
    extension: /\.(psd|psb|xcf|kra|ora|clip|procreate|afphoto|afdesign|afpub|ai|eps|indd|cdr)$/i,
    signature: /^(8BPS|gimp xcf|%!PS|\xc5\xd0\xd3\xc6)/,
    message: msg`This is a working file of a drawing program. Export it as PNG or PDF and try again.`,
  },
  {
    kind: 'image',
    extension: /\.(dng|cr2|cr3|nef|nrw|arw|orf|rw2|raf|pef)$/i,
    signature: /^(II\*\0....CR|....ftypcrx |FUJIFILMCCD|IIU\0|IIR[OS])/s,
    message: msg`Raw photos are not supported. Save the photo as JPEG and try again.`,
  },
  {
    kind: 'image',
    extension: /\.(ico|cur)$/i,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are bytes
    signature: /^\0\0[\x01\x02]\0(?!ftyp)/,
    message: msg`Icon files are not supported. Save the image as PNG and try again.`,
  },
  {
    kind: 'video',
    extension: /\.(avi|wmv|asf|flv|mpe?g|m2ts|mts|vob)$/i,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are bytes
    signature: /^(RIFF....AVI |FLV|0&\xb2u|\0\0\x01[\xba\xb3]|G.{187}G.{187}G)/s,
    message: msg`This video is in an old format, which most browsers cannot play. Save it as MP4 (H.264) or WebM.`,
  },
]
