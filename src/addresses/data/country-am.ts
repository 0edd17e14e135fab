// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'hy';
export const rules = 'AZCS AC (?:37)?\\d{4} 375010';
export const states =
  'AG=Արագածոտն/Aragatsotn|AR=Արարատ/Ararat|AV=Արմավիր/Armavir|GR=Գեղարքունիք/Gegharkunik|ER=Երևան/Yerevan|LO=Լոռի/Lori|KT=Կոտայք/Kotayk|SH=Շիրակ/Shirak|SU=Սյունիք/Syunik|VD=Վայոց ձոր/Vayots Dzor|TV=Տավուշ/Tavush';
