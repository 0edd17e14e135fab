// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'en';
export const rules = 'ACSZ AC [\\dA-Z]{3}[\\dA-Z]{4} A65_F4E2 county/eircode';
export const states =
  'CW=Co. Carlow|CN=Co. Cavan|CE=Co. Clare|CO=Co. Cork|DL=Co. Donegal|D=Co. Dublin|G=Co. Galway|KY=Co. Kerry|KE=Co. Kildare|KK=Co. Kilkenny|LS=Co. Laois|LM=Co. Leitrim|LK=Co. Limerick|LD=Co. Longford|LH=Co. Louth|MO=Co. Mayo|MH=Co. Meath|MN=Co. Monaghan|OY=Co. Offaly|RN=Co. Roscommon|SO=Co. Sligo|TA=Co. Tipperary|WD=Co. Waterford|WH=Co. Westmeath|WX=Co. Wexford|WW=Co. Wicklow';
