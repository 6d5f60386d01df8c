import { renderSVG } from 'uqr'

/** A QR code as an address for an image: black on white in every theme, with the white margin that scanners need. */
export const drawKey = (text: string) =>
  `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 4 }))}`
