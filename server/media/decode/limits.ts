/** The sizes are settings; how long decoding may take is fixed, except for tests. */
export type DecodeLimits = { maxImageMb: number; maxVideoMb: number; imageMs: number; videoMs: number }

export const decodeTimes = { imageMs: 30_000, videoMs: 120_000 }

export const mostPixels = 50_000_000
/** Of all frames of an animation together. */
export const mostAnimatedPixels = 120_000_000
export const mostFrames = 600
/** WebP holds no side longer than this. */
export const longestSide = 16_383
export const bytesPerMb = 1024 * 1024
