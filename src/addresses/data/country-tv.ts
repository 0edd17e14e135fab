// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'tyv';
export const rules = 'ACS AC   island';
export const states =
  'FUN=Funafuti|NMG=Nanumanga|NMA=Nanumea|Niulakita|NIT=Niutao|NUI=Nui|NKF=Nukufetau|NKL=Nukulaelae|VAI=Vaitupu';
