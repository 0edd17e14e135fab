// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'es';
export const rules = 'ACSZ AS \\d{6} 111221 department';
export const states =
  'AMA=Amazonas|ANT=Antioquia|ARA=Arauca|ATL=Atlántico|DC=Bogotá|BOL=Bolívar|BOY=Boyacá|CAL=Caldas|CAQ=Caquetá|CAS=Casanare|CAU=Cauca|CES=Cesar|CHO=Chocó|COR=Córdoba|CUN=Cundinamarca|GUA=Guainía|GUV=Guaviare|HUI=Huila|LAG=La Guajira|MAG=Magdalena|MET=Meta|NAR=Nariño|NSA=Norte de Santander|PUT=Putumayo|QUI=Quindío|RIS=Risaralda|SAP=San Andrés y Providencia|SAN=Santander|SUC=Sucre|TOL=Tolima|VAC=Valle del Cauca|VAU=Vaupés|VID=Vichada';
