// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'ar';
export const rules = 'AS AS   emirate';
export const states =
  'AZ=أبو ظبي/Abu Dhabi|SH=الشارقة/Sharjah|FU=الفجيرة/Fujairah|UQ=ام القيوين/Umm Al Quwain|DU=دبي/Dubai|RK=رأس الخيمة/Ras al Khaimah|AJ=عجمان/Ajman';
