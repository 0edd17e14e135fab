// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'en';
export const rules = 'ACSZ ACSZ [ABCEGHJKLMNPRSTVXY]\\d[ABCEGHJ-NPRSTV-Z]\\d[ABCEGHJ-NPRSTV-Z]\\d H3Z_2Y7';
export const states =
  'AB=Alberta|BC=British Columbia/fr:Colombie-Britannique|MB=Manitoba|NB=New Brunswick/fr:Nouveau-Brunswick|NL=Newfoundland and Labrador/fr:Terre-Neuve-et-Labrador|NT=Northwest Territories/fr:Territoires du Nord-Ouest|NS=Nova Scotia/fr:Nouvelle-Écosse|NU=Nunavut|ON=Ontario|PE=Prince Edward Island/fr:Île-du-Prince-Édouard|QC=Quebec/fr:Québec|SK=Saskatchewan|YT=Yukon';
