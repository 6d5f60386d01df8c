/** Numbers the product fixes. Everything that shows or enforces one imports it from here. */
export const limits = {
  zineImages: 5,
  zineVideos: 1,
  zineTitle: 200,
  zineDescription: 5000,
  altText: 1000,
  passwordMin: 6,
  passwordMax: 128,
  usernameMin: 3,
  usernameMax: 30,
  photoMb: 5,
  bio: 2000,
  name: 80,
  website: 500,
  email: 254,
  searchText: 200,
  pageSize: 24,
  pageSizeMax: 100,
  skeletonCards: 6,
  /** The part of a website address that is shown before an ellipsis. */
  websiteShown: 20,
} as const

/** Durations in milliseconds. */
export const delays = {
  searchDebounce: 300,
  redirectAfterLogin: 100,
  redirectAfterConfirming: 2_000,
  redirectWithNothingToConfirm: 1_000,
  refreshRetry: 200,
  toastShown: 5_000,
  toastRemoved: 1_000_000,
  tooltipOpen: 700,
  tooltipSkip: 300,
} as const

/** How far, in pixels, a toast is swiped before it goes. */
export const toastSwipe = 50

export const aspectRatios = ['1:1', '4:5', '9:16'] as const
export type AspectRatio = (typeof aspectRatios)[number]
