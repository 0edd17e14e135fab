// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'es';
export const rules = 'AZCS ACSZ \\d{5} 28039';
export const states =
  'VI=Álava|AB=Albacete|A=Alicante|AL=Almería|O=Asturias|AV=Ávila|BA=Badajoz|B=Barcelona|BU=Burgos|CC=Cáceres|CA=Cádiz|S=Cantabria|CS=Castellón|CE=Ceuta|CR=Ciudad Real|CO=Córdoba|CU=Cuenca|GI=Girona|GR=Granada|GU=Guadalajara|SS=Guipúzcoa|H=Huelva|HU=Huesca|PM=Islas Baleares|J=Jaén|C=La Coruña|LO=La Rioja|GC=Las Palmas|LE=León|L=Lérida|LU=Lugo|M=Madrid|MA=Málaga|ML=Melilla|MU=Murcia|NA=Navarra|OR=Ourense|P=Palencia|PO=Pontevedra|SA=Salamanca|TF=Santa Cruz de Tenerife|SG=Segovia|SE=Sevilla|SO=Soria|T=Tarragona|TE=Teruel|TO=Toledo|V=Valencia|VA=Valladolid|BI=Vizcaya|ZA=Zamora|Z=Zaragoza';
