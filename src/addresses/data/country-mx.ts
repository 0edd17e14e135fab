// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'es';
export const rules = 'AZCS ACSZ \\d{5} 02860 state';
export const states =
  'AGU=Aguascalientes|BCN=Baja California|BCS=Baja California Sur|CAM=Campeche|CHP=Chiapas|CHH=Chihuahua|CMX=Ciudad de México|COA=Coahuila de Zaragoza|COL=Colima|DUR=Durango|MEX=Estado de México|GUA=Guanajuato|GRO=Guerrero|HID=Hidalgo|JAL=Jalisco|MIC=Michoacán|MOR=Morelos|NAY=Nayarit|NLE=Nuevo León|OAX=Oaxaca|PUE=Puebla|QUE=Querétaro|ROO=Quintana Roo|SLP=San Luis Potosí|SIN=Sinaloa|SON=Sonora|TAB=Tabasco|TAM=Tamaulipas|TLA=Tlaxcala|VER=Veracruz|YUC=Yucatán|ZAC=Zacatecas';
