// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'pt';
export const rules = 'AZCS AC \\d{4} 7600 island';
export const states =
  'BV=Boa Vista|BR=Brava|Fogo|MA=Maio|SL=Sal|Santiago|Santo Antão|São Nicolau|SV=São Vicente';
