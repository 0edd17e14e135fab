// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'pt';
export const rules = 'AZCS AC \\d{4} 1102';
export const states =
  'P=Cabo Delgado|MPM=Cidade de Maputo|G=Gaza|I=Inhambane|B=Manica|L=Maputo|N=Nampula|A=Niassa|S=Sofala|T=Tete|Q=Zambezia';
