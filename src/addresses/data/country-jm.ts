// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'en';
export const rules = 'ACS ACS   parish';
export const states =
  '13=Clarendon|09=Hanover|01=Kingston|12=Manchester|04=Portland|02=St. Andrew|06=St. Ann|14=St. Catherine|11=St. Elizabeth|08=St. James|05=St. Mary|03=St. Thomas|07=Trelawny|10=Westmoreland';
