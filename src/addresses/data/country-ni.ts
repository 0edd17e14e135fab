// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'es';
export const rules = 'AZCS AC \\d{5} 52000 department';
export const states =
  'BO=Boaco|CA=Carazo|CI=Chinandega|CO=Chontales|ES=Estelí|GR=Granada|JI=Jinotega|LE=León|MD=Madriz|MN=Managua|MS=Masaya|MT=Matagalpa|NS=Nueva Segovia|AN=Región Autónoma de la Costa Caribe Norte|AS=Región Autónoma de la Costa Caribe Sur|SJ=Río San Juan|RI=Rivas';
