import type * as contract from '#contract/media.ts'
import { hashFromAddress } from '#contract/media-address.ts'
import { call } from '#web/api/call.ts'

const readOwnPicture = call<typeof contract.readOwnPicture>('GET', '/api/media/:hash/print.jpg')

/** The address of the largest stored version of a member's own picture. */
export const ownPictureAddress = (url: string) => readOwnPicture.path({ params: { hash: hashFromAddress(url) ?? '' } })
