// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'es';
export const rules = 'AZCS AC ((?:[A-HJ-NP-Z])?\\d{4})([A-Z]{3})? C1070AAM';
export const states =
  'B=Buenos Aires|K=Catamarca|H=Chaco|U=Chubut|C=Ciudad Autónoma de Buenos Aires|X=Córdoba|W=Corrientes|E=Entre Ríos|P=Formosa|Y=Jujuy|L=La Pampa|F=La Rioja|M=Mendoza|N=Misiones|Q=Neuquén|R=Río Negro|A=Salta|J=San Juan|D=San Luis|Z=Santa Cruz|S=Santa Fe|G=Santiago del Estero|V=Tierra del Fuego|T=Tucumán';
