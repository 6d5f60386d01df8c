/** The two sizes are settings; an image takes at most `imageMs` milliseconds (half a minute if not said). */
export type DecodeLimits = { maxImageMb: number; maxVideoMb: number; imageMs?: number }

export const mostPixels = 50_000_000
/** Of all frames of an animation together. */
export const mostAnimatedPixels = 120_000_000
export const mostFrames = 600
/** WebP holds no side longer than this. */
export const longestSide = 16_383
export const bytesPerMb = 1024 * 1024
