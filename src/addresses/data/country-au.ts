// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'en';
export const rules = 'ACSZ ACSZ \\d{4} 2060 state/postcode/suburb';
export const states =
  'ACT=Australian Capital Territory|JBT=Jervis Bay Territory|NSW=New South Wales|NT=Northern Territory|QLD=Queensland|SA=South Australia|TAS=Tasmania|VIC=Victoria|WA=Western Australia';
