// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'zh-Hant';
export const rules = 'SCA/ACS AS   area//district';
export const states =
  'Kowloon=九龍/Kowloon|Hong Kong Island=香港島/Hong Kong Island|New Territories=新界/New Territories';
