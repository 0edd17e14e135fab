// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'en';
export const rules = 'ACZS AC \\d{6} 930283 state';
export const states =
  'AB=Abia|AD=Adamawa|AK=Akwa Ibom|AN=Anambra|BA=Bauchi|BY=Bayelsa|BE=Benue|BO=Borno|CR=Cross River|DE=Delta|EB=Ebonyi|ED=Edo|EK=Ekiti|EN=Enugu|FC=Federal Capital Territory|GO=Gombe|IM=Imo|JI=Jigawa|KD=Kaduna|KN=Kano|KT=Katsina|KE=Kebbi|KO=Kogi|KW=Kwara|LA=Lagos|NA=Nasarawa|NI=Niger|OG=Ogun State|ON=Ondo|OS=Osun|OY=Oyo|PL=Plateau|RI=Rivers|SO=Sokoto|TA=Taraba|YO=Yobe|ZA=Zamfara';
