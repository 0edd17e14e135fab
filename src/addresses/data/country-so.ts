// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'so';
export const rules = 'ACSZ ACS [A-Z]{2}\\d{5} JH_09010';
export const states =
  'AW=Awdal|BK=Bakool|BN=Banaadir|BR=Bari|BY=Bay|GA=Galguduud|GE=Gedo|HI=Hiiraan|JD=Jubbada Dhexe|JH=Jubbada Hoose|MU=Mudug|NU=Nugaal|SA=Sanaag|SD=Shabeellaha Dhexe|SH=Shabeellaha Hoose|SO=Sool|TO=Togdheer|WO=Woqooyi Galbeed';
