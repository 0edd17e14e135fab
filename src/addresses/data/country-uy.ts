// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'es';
export const rules = 'AZCS AC \\d{5} 11600';
export const states =
  'AR=Artigas|CA=Canelones|CL=Cerro Largo|CO=Colonia|DU=Durazno|FS=Flores|FD=Florida|LA=Lavalleja|MA=Maldonado|MO=Montevideo|PA=Paysandú|RN=Río Negro|RV=Rivera|RO=Rocha|SA=Salto|SJ=San José|SO=Soriano|TA=Tacuarembó|TT=Treinta y Tres';
