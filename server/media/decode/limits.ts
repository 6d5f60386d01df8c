/** What a decoder may be asked to do; the two byte limits are settings, the others fixed. */
export type DecodeLimits = { maxImageMb: number; maxVideoMb: number }

export const mostPixels = 50_000_000
/** Of all frames of an animation together. */
export const mostAnimatedPixels = 120_000_000
export const mostFrames = 600
/** WebP holds no side longer than this. */
export const longestSide = 16_383
export const bytesPerMb = 1024 * 1024
