// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'en';
export const rules = 'ACS ACS   island';
export const states = 'N=Nevis|K=St. Kitts';
