/** The states of countries, and how a state is recognized by its name. */
import {countryCodes} from '../../../../src/protocol/countries.js';

/** A state of a country. */
export interface State {
  /** ISO 3166-2 code without the country, such as `SD`. */
  readonly id: string;
  /** Accepted names. Pages show the first one. */
  readonly names: readonly string[];
}

/** For each country, its states as `id=name/other name`, separated by commas. */
const textByCountry: Readonly<Record<string, string>> = {
  AE: 'AZ=Abu Dhabi, AJ=Ajman, DU=Dubai, FU=Fujairah, RK=Ras Al Khaimah, SH=Sharjah, UQ=Umm Al Quwain',
  AU: 'ACT=Australian Capital Territory, NSW=New South Wales, NT=Northern Territory, QLD=Queensland, SA=South Australia, TAS=Tasmania, VIC=Victoria, WA=Western Australia',
  BR: 'AC=Acre, AL=Alagoas, AP=Amapá, AM=Amazonas, BA=Bahia, CE=Ceará, DF=Distrito Federal/Federal District, ES=Espírito Santo, GO=Goiás, MA=Maranhão, MT=Mato Grosso, MS=Mato Grosso do Sul, MG=Minas Gerais, PA=Pará, PB=Paraíba, PR=Paraná, PE=Pernambuco, PI=Piauí, RJ=Rio de Janeiro, RN=Rio Grande do Norte, RS=Rio Grande do Sul, RO=Rondônia, RR=Roraima, SC=Santa Catarina, SP=São Paulo, SE=Sergipe, TO=Tocantins',
  CA: 'AB=Alberta, BC=British Columbia, MB=Manitoba, NB=New Brunswick, NL=Newfoundland and Labrador/Newfoundland, NT=Northwest Territories, NS=Nova Scotia, NU=Nunavut, ON=Ontario, PE=Prince Edward Island, QC=Quebec, SK=Saskatchewan, YT=Yukon',
  IN: 'AN=Andaman and Nicobar Islands, AP=Andhra Pradesh, AR=Arunachal Pradesh, AS=Assam, BR=Bihar, CH=Chandigarh, CG=Chhattisgarh, DH=Dadra and Nagar Haveli and Daman and Diu, DL=Delhi/New Delhi, GA=Goa, GJ=Gujarat, HR=Haryana, HP=Himachal Pradesh, JK=Jammu and Kashmir, JH=Jharkhand, KA=Karnataka, KL=Kerala, LA=Ladakh, LD=Lakshadweep, MP=Madhya Pradesh, MH=Maharashtra, MN=Manipur, ML=Meghalaya, MZ=Mizoram, NL=Nagaland, OD=Odisha/Orissa, PY=Puducherry/Pondicherry, PB=Punjab, RJ=Rajasthan, SK=Sikkim, TN=Tamil Nadu, TS=Telangana, TR=Tripura, UP=Uttar Pradesh, UK=Uttarakhand, WB=West Bengal',
  PK: 'JK=Azad Jammu and Kashmir/Azad Kashmir, BA=Balochistan, GB=Gilgit-Baltistan, IS=Islamabad/Islamabad Capital Territory, KP=Khyber Pakhtunkhwa/KPK, PB=Punjab, SD=Sindh',
  US: 'AL=Alabama, AK=Alaska, AZ=Arizona, AR=Arkansas, CA=California, CO=Colorado, CT=Connecticut, DE=Delaware, DC=District of Columbia/Washington DC, FL=Florida, GA=Georgia, HI=Hawaii, ID=Idaho, IL=Illinois, IN=Indiana, IA=Iowa, KS=Kansas, KY=Kentucky, LA=Louisiana, ME=Maine, MD=Maryland, MA=Massachusetts, MI=Michigan, MN=Minnesota, MS=Mississippi, MO=Missouri, MT=Montana, NE=Nebraska, NV=Nevada, NH=New Hampshire, NJ=New Jersey, NM=New Mexico, NY=New York, NC=North Carolina, ND=North Dakota, OH=Ohio, OK=Oklahoma, OR=Oregon, PA=Pennsylvania, RI=Rhode Island, SC=South Carolina, SD=South Dakota, TN=Tennessee, TX=Texas, UT=Utah, VT=Vermont, VA=Virginia, WA=Washington, WV=West Virginia, WI=Wisconsin, WY=Wyoming, AA=Armed Forces Americas, AE=Armed Forces Europe, AP=Armed Forces Pacific',
  ZA: 'EC=Eastern Cape, FS=Free State, GP=Gauteng, KZN=KwaZulu-Natal, LP=Limpopo, MP=Mpumalanga, NW=North West, NC=Northern Cape, WC=Western Cape',
};

const parseStates = (text: string): readonly State[] =>
  text.split(', ').map((entry) => {
    const [id = '', names = ''] = entry.split('=');
    return {id, names: names.split('/')};
  });

const statesByCountry: ReadonlyMap<string, readonly State[]> = new Map(
  countryCodes.flatMap((code) =>
    textByCountry[code] === undefined ? [] : [[code, parseStates(textByCountry[code])]],
  ),
);

/** The states of a country; undefined if its addresses accept any state. */
export const statesOf = (country: string): readonly State[] | undefined => statesByCountry.get(country);

/** Ignores case, accents, hyphens and spaces. */
const {compare} = new Intl.Collator('en', {sensitivity: 'base', ignorePunctuation: true});

/** Whether the text is the code or a name of one of the states. */
export const isStateOf = (states: readonly State[], text: string): boolean =>
  states.some(({id, names}) => [id, ...names].some((name) => compare(name, text) === 0));
