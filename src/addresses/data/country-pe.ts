// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'es';
export const rules = 'ACZS AC (?:LIMA\\d{1,2}|CALLAO0?\\d)|[0-2]\\d{4} LIMA_23 //district';
export const states =
  'AMA=Amazonas|ANC=Áncash|APU=Apurímac|ARE=Arequipa|AYA=Ayacucho|CAJ=Cajamarca|CAL=Callao|CUS=Cuzco|LIM=Gobierno Regional de Lima|HUV=Huancavelica|HUC=Huánuco|ICA=Ica|JUN=Junín|LAL=La Libertad|LAM=Lambayeque|LOR=Loreto|MDD=Madre de Dios|MOQ=Moquegua|LMA=Municipalidad Metropolitana de Lima|PAS=Pasco|PIU=Piura|PUN=Puno|SAM=San Martín|TAC=Tacna|TUM=Tumbes|UCA=Ucayali';
