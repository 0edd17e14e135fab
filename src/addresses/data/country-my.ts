// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'ms';
export const rules = 'AZCS ACZ \\d{5} 43000 state/postcode';
export const states =
  '01=Johor|02=Kedah|03=Kelantan|14=Kuala Lumpur|15=Labuan|04=Melaka|05=Negeri Sembilan|06=Pahang|08=Perak|09=Perlis|07=Pulau Pinang|16=Putrajaya|12=Sabah|13=Sarawak|10=Selangor|11=Terengganu';
