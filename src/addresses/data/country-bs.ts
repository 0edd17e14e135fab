// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'en';
export const rules = 'ACS AC   island';
export const states =
  'Abaco=Abaco Islands|AK=Acklins|Andros=Andros Island|BY=Berry Islands|BI=Bimini|CI=Cat Island|Crooked Island|Eleuthera|EX=Exuma and Cays|Grand Bahama|HI=Harbour Island|IN=Inagua|LI=Long Island|MG=Mayaguana|N.P.=New Providence|RI=Ragged Island|RC=Rum Cay|SS=San Salvador|SW=Spanish Wells';
