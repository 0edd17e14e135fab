// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'en';
export const rules = 'ASZ AS KY\\d\\d{4} KY1-1100 island';
export const states = 'Cayman Brac|Grand Cayman|Little Cayman';
