// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'nl';
export const rules = 'ACS AC';
export const states =
  'BR=Brokopondo|CM=Commewijne|CR=Coronie|MA=Marowijne|NI=Nickerie|PR=Para|PM=Paramaribo|SA=Saramacca|SI=Sipaliwini|WA=Wanica';
