import { cat, dog, fox, snail } from './animals.ts'
import { courgette, leaf, mushroom, onion, pear } from './garden.ts'
import { boot, key, sock } from './hallway.ts'
import { baguette, bowl, kettle, toaster } from './kitchen.ts'
import { eye, lamp, moon, moth } from './night.ts'
import type { Part } from './part.ts'
import { bus, cassette, cloud, phone, pigeon } from './street.ts'

const SUBJECTS = {
  baguette,
  boot,
  bowl,
  bus,
  cassette,
  cat,
  cloud,
  courgette,
  dog,
  eye,
  fox,
  kettle,
  key,
  lamp,
  leaf,
  moon,
  moth,
  mushroom,
  onion,
  pear,
  phone,
  pigeon,
  snail,
  sock,
  toaster,
}

export type SubjectName = keyof typeof SUBJECTS

export const SUBJECT_NAMES = Object.keys(SUBJECTS) as SubjectName[]

export const partsOf = (name: SubjectName): Part[] => Object.values(SUBJECTS[name])
