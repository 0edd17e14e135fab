// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'es';
export const rules = 'ACZS ACS \\d{4} 1010 state';
export const states =
  'Z=Amazonas|B=Anzoátegui|C=Apure|D=Aragua|E=Barinas|F=Bolívar|G=Carabobo|H=Cojedes|Y=Delta Amacuro|W=Dependencias Federales|A=Distrito Federal|I=Falcón|J=Guárico|K=Lara|L=Mérida|M=Miranda|N=Monagas|O=Nueva Esparta|P=Portuguesa|R=Sucre|S=Táchira|T=Trujillo|X=Vargas|U=Yaracuy|V=Zulia';
