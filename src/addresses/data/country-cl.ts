// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'es';
export const rules = 'AZCS AC \\d{7} 8340457';
export const states =
  "AN=Antofagasta|AR=Araucanía|AP=Arica y Parinacota|AT=Atacama|AI=Aysén del General Carlos Ibáñez del Campo|BI=Biobío|CO=Coquimbo|LI=Libertador General Bernardo O'Higgins|LL=Los Lagos|LR=Los Ríos|MA=Magallanes y de la Antártica Chilena|ML=Maule|RM=Metropolitana de Santiago|NB=Ñuble|TA=Tarapacá|VS=Valparaíso";
