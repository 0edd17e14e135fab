import type {FieldName} from '../../src/element/options.js';
import type {BillingAddress} from '../../src/protocol/index.js';

/** Address of a public building. */
interface PublicAddress {
  /** Whose address it is. */
  readonly of: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The public page that writes it, as it was found in 2026. */
  readonly page: `http${string}` | 'no page found';
  /** What the page leaves out. */
  readonly lacks?: keyof BillingAddress;
  /** BCP 47 tag of the form in which it is typed. */
  readonly language: string;
  /** The fields that are asked for, in the order of the country. */
  readonly order: string;
  readonly address: BillingAddress;
}

/** As people of the country write them. */
export const publicAddresses: readonly PublicAddress[] = [
  {
    of: 'White House',
    country: 'US',
    page: 'https://eatsip365.com/what-is-the-official-white-house-address',
    language: 'en',
    order: 'street1 city state postal-code',
    address: {
      street1: '1600 Pennsylvania Avenue NW',
      city: 'Washington',
      state: 'District of Columbia',
      postalCode: '20500',
    },
  },
  {
    of: 'Rideau Hall',
    country: 'CA',
    page: 'https://ww2.aaa.com/tripcanvas/attraction/rideau-hall-VA17163',
    language: 'fr',
    order: 'street1 city state postal-code',
    address: {street1: '1 Sussex Drive', city: 'Ottawa', state: 'ON', postalCode: 'k1a 0a1'},
  },
  {
    of: 'Prime Minister’s Office',
    country: 'GB',
    page: 'https://docslib.org/doc/3646640/mgla191020-7722-9-december-2020-dear-i-write-further-to',
    language: 'en',
    order: 'street1 city postal-code',
    address: {street1: '10 Downing Street', city: 'London', postalCode: 'SW1A2AA'},
  },
  {
    of: 'Government Buildings',
    country: 'IE',
    page: 'https://heritageireland.ie/visit/places-to-visit/government-buildings/',
    language: 'en',
    order: 'street1 city state postal-code',
    address: {street1: 'Upper Merrion Street', city: 'Dublin 2', postalCode: 'D02 R583'},
  },
  {
    of: 'Bundestag',
    country: 'DE',
    page: 'http://www.bmub.bund.de/themen/bauen/bundesbauten/bundeshauptstadt-berlin/parlament-und-regierung/bundestag-bundesrat/abgeordnetenbueros/',
    language: 'de',
    order: 'street1 postal-code city',
    address: {street1: 'Platz der Republik 1', city: 'Berlin', postalCode: 'D-11011'},
  },
  {
    of: 'Federal Chancellery',
    country: 'AT',
    page: 'http://archiv.bka.gv.at/site/3573/Default.aspx',
    language: 'de',
    order: 'street1 postal-code city',
    address: {street1: 'Ballhausplatz 2', city: 'Wien', postalCode: '1010'},
  },
  {
    of: 'Federal Palace',
    country: 'CH',
    page: 'no page found',
    language: 'de',
    order: 'street1 postal-code city',
    address: {street1: 'Bundesplatz 3', city: 'Bern', postalCode: 'CH-3003'},
  },
  {
    of: 'Élysée Palace',
    country: 'FR',
    page: 'https://soirmag.lesoir.be/434695/article/2022-04-12/si-lelysee-metait-conte-1-55-rue-du-faubourg-saint-honore',
    language: 'fr',
    order: 'street1 postal-code city',
    address: {street1: '55 rue du Faubourg Saint-Honoré', city: 'Paris', postalCode: '75008'},
  },
  {
    of: 'Royal Palace',
    country: 'ES',
    page: 'https://gayiberia.com/madrid-attractions/royal-palace-of-madrid/',
    language: 'es',
    order: 'street1 postal-code city state',
    address: {street1: 'Calle de Bailén, s/n', city: 'Madrid', state: 'Madrid', postalCode: '28071'},
  },
  {
    of: 'Jerónimos Monastery',
    country: 'PT',
    page: 'http://www.visitbelem.pt/Default/pt/OQueVer/Monumentos/MosteiroDosJeronimos',
    language: 'pt-PT',
    order: 'street1 postal-code city',
    address: {street1: 'Praça do Império', city: 'Lisboa', postalCode: '1400-206'},
  },
  {
    of: 'Chamber of Deputies',
    country: 'IT',
    page: 'https://travel.sygic.com/pl/poi/montecitorio-palace-poi:34934',
    language: 'it',
    order: 'street1 postal-code city state',
    address: {street1: 'Piazza di Monte Citorio', city: 'Roma', state: 'RM', postalCode: '00186'},
  },
  {
    of: 'Senate',
    country: 'NL',
    page: 'https://www.eerstekamer.nl/begrip/bezoekersinformatie',
    language: 'nl',
    order: 'street1 postal-code city',
    address: {street1: 'Binnenhof 22', city: 'Den Haag', postalCode: '2513aa'},
  },
  {
    of: 'Prime Minister’s Chancellery',
    country: 'BE',
    page: 'https://archive.premier.be/nl/beleidscel-en-secretariaat-van-de-eerste-minister',
    language: 'nl',
    order: 'street1 postal-code city',
    address: {street1: 'Wetstraat 16', city: 'Brussel', postalCode: '1000'},
  },
  {
    of: 'Chancellery of the Prime Minister',
    country: 'PL',
    page: 'http://bip.kprm.gov.pl/kpr/skargi-wnioski-i-petycj/2138,dok.html',
    language: 'pl',
    order: 'street1 postal-code city',
    address: {street1: 'Al. Ujazdowskie 1/3', city: 'Warszawa', postalCode: '00583'},
  },
  {
    of: 'Prague Castle',
    country: 'CZ',
    page: 'https://yellowpagescz.com/business/sprava-prazskeho-hradu-rd8l8n',
    language: 'cs',
    order: 'street1 postal-code city',
    address: {street1: 'První nádvoří Pražského hradu 1', city: 'Praha 1-Hradčany', postalCode: '11900'},
  },
  {
    of: 'Vasa Museum',
    country: 'SE',
    page: 'https://www.dookinternational.com/poi/vasa-museum/699',
    language: 'sv',
    order: 'street1 postal-code city',
    address: {street1: 'Galärvarvsvägen 14', city: 'Stockholm', postalCode: '115 21'},
  },
  {
    of: 'Ministry of State',
    country: 'DK',
    page: 'https://wap.bdmobi.com/view_html.php?lang=da&q=Statsministeriet&sq=Bangladesh',
    language: 'da',
    order: 'street1 postal-code city',
    address: {street1: 'Prins Jørgens Gård 11', city: 'København K', postalCode: '1218'},
  },
  {
    of: 'Parliament',
    country: 'FI',
    page: 'https://www.eduskunta.fi/EN/naineduskuntatoimii/vierailulle_eduskuntaan/Pages/Sanakartta%20eduskuntatalosta.aspx',
    lacks: 'postalCode',
    language: 'fi',
    order: 'street1 postal-code city',
    address: {street1: 'Mannerheimintie 30', city: 'Helsinki', postalCode: '00100'},
  },
  {
    of: 'Acropolis Museum',
    country: 'GR',
    page: 'http://www.ancienthellas.eu/2015/01/acropolis-museum.html',
    language: 'el',
    order: 'street1 postal-code city',
    address: {street1: 'Διονυσίου Αρεοπαγίτου 15', city: 'Αθήνα', postalCode: '11742'},
  },
  {
    of: 'Presidency',
    country: 'TR',
    page: 'no page found',
    language: 'tr',
    order: 'street1 postal-code city state',
    address: {street1: 'Beştepe', city: 'Yenimahalle', state: 'Ankara', postalCode: '06560'},
  },
  {
    of: 'Office of the President',
    country: 'UA',
    page: 'http://chaos.owiki.org/wiki/Office_of_the_President_of_Ukraine',
    lacks: 'postalCode',
    language: 'uk',
    order: 'street1 city state postal-code',
    address: {street1: 'вул. Банкова, 11', city: 'Київ', postalCode: '01220'},
  },
  {
    of: 'Burj Khalifa',
    country: 'AE',
    page: 'https://english.newstracklive.com/news/reaching-for-the-sky-the-fascinating-story-of-burj-khalifa-sc25-nu371-ta371-1289883-1.html',
    language: 'ar',
    order: 'street1 state',
    address: {street1: '1 Sheikh Mohammed bin Rashid Boulevard', state: 'دبي'},
  },
  {
    of: 'King Fahd Road',
    country: 'SA',
    page: 'no page found',
    language: 'ar',
    order: 'street1 city postal-code',
    address: {street1: 'طريق الملك فهد', city: 'الرياض', postalCode: '١١٥٦٤'},
  },
  {
    of: 'Prime Minister’s Office',
    country: 'IL',
    page: 'no page found',
    language: 'he',
    order: 'street1 city postal-code',
    address: {street1: 'קפלן 1', city: 'ירושלים', postalCode: '9195016'},
  },
  {
    of: 'President’s House',
    country: 'IN',
    page: 'no page found',
    language: 'hi',
    order: 'street1 city postal-code state',
    address: {street1: 'राजपथ', city: 'नई दिल्ली', state: 'दिल्ली', postalCode: '११०००४'},
  },
  {
    of: 'Constitution Avenue',
    country: 'PK',
    page: 'https://wikiwand.com/en/Constitution_Avenue,_Islamabad',
    language: 'ur',
    order: 'street1 city postal-code',
    address: {street1: 'شاہراہ دستور', city: 'اسلام آباد', postalCode: '44000'},
  },
  {
    of: 'National Diet Library',
    country: 'JP',
    page: 'https://ja.wikipedia.org/wiki/国立国会図書館オンライン',
    language: 'ja',
    order: 'postal-code state street1',
    address: {street1: '千代田区永田町１丁目１０番１号', state: '東京都', postalCode: '１００－８９２４'},
  },
  {
    of: 'City Hall of Seoul',
    country: 'KR',
    page: 'http://english.seoul.go.kr/get-to-know-us/city-hall/directions/',
    lacks: 'postalCode',
    language: 'ko',
    order: 'state city street1 postal-code',
    address: {street1: '세종대로 110', city: '중구', state: '서울', postalCode: '04524'},
  },
  {
    of: 'Great Hall of the People',
    country: 'CN',
    page: 'no page found',
    language: 'zh-Hans',
    order: 'postal-code state city street1',
    address: {street1: '西长安街1号', city: '西城区', state: '北京市', postalCode: '100032'},
  },
  {
    of: 'Presidential Office',
    country: 'TW',
    page: 'https://anantrips.com/tag/重慶',
    lacks: 'postalCode',
    language: 'zh-Hant',
    order: 'postal-code state city street1',
    address: {street1: '重慶南路1段122號', city: '中正區', state: '台北市', postalCode: '100'},
  },
  {
    of: 'Three Powers Square',
    country: 'BR',
    page: 'https://www.guiadasemana.com.br/brasilia/turismo/estabelecimento/palacio-do-planalto',
    lacks: 'postalCode',
    language: 'pt-BR',
    order: 'street1 city state postal-code',
    address: {street1: 'Praça dos Três Poderes', city: 'Brasília', state: 'DF', postalCode: '70150900'},
  },
  {
    of: 'National Palace',
    country: 'MX',
    page: 'https://es.m.wikipedia.org/wiki/Palacio_Nacional_(México)',
    lacks: 'postalCode',
    language: 'es',
    order: 'street1 postal-code city state',
    address: {
      street1: 'Plaza de la Constitución',
      city: 'Cuauhtémoc',
      state: 'Ciudad de México',
      postalCode: '06066',
    },
  },
  {
    of: 'Parliament House',
    country: 'AU',
    page: 'https://landmarkair.com.au/parliament-house/',
    language: 'en',
    order: 'street1 city state postal-code',
    address: {street1: 'Parliament Drive', city: 'Canberra', state: 'ACT', postalCode: '2600'},
  },
  {
    of: 'Office of the Chief Executive',
    country: 'HK',
    page: 'https://en.wikipedia.org/wiki/Office_of_the_Chief_Executive',
    language: 'en',
    order: 'street1 city state',
    address: {street1: '1 Tim Wa Avenue', city: 'Admiralty', state: 'Hong Kong Island'},
  },
  {
    of: 'Parliament House',
    country: 'SG',
    page: 'http://archive.ipu.org/parline-e/reports/2283_A.htm',
    language: 'en',
    order: 'street1 postal-code',
    address: {street1: '1 Parliament Place', postalCode: '178880'},
  },
  {
    of: 'Presidential Palace',
    country: 'VN',
    page: 'no page found',
    language: 'vi',
    order: 'street1 city state postal-code',
    address: {street1: '2 Hùng Vương', city: 'Ba Đình', state: 'Hà Nội', postalCode: '100000'},
  },
];

/** What is wrong in an address, and what the shopper reads in an English form. */
interface WrongAddress {
  readonly address: BillingAddress;
  readonly field: FieldName;
  readonly key: string;
  /** The country's word for the field. */
  readonly label: string;
  readonly sentence: string;
}

export const wrongAddresses: readonly WrongAddress[] = [
  {
    address: {country: 'US', postalCode: '9410'},
    field: 'postal-code',
    key: 'fieldWrong',
    label: 'zipCode',
    sentence: 'Check this. Example: 95014',
  },
  {
    address: {country: 'US', state: 'Ontario'},
    field: 'state',
    key: 'fieldChoose',
    label: 'stateName',
    sentence: 'Choose from the list',
  },
  {
    address: {country: 'US'},
    field: 'postal-code',
    key: 'fieldMissing',
    label: 'zipCode',
    sentence: 'Fill this in',
  },
  {
    address: {country: 'GB', postalCode: '12345'},
    field: 'postal-code',
    key: 'fieldWrong',
    label: 'postcode',
    sentence: 'Check this. Example: EC1Y 8SY',
  },
  {address: {country: 'GB'}, field: 'city', key: 'fieldMissing', label: 'postTown', sentence: 'Fill this in'},
  {
    address: {country: 'DE', postalCode: '1011'},
    field: 'postal-code',
    key: 'fieldWrong',
    label: 'postalCode',
    sentence: 'Check this. Example: 26133',
  },
  {
    address: {country: 'JP'},
    field: 'state',
    key: 'fieldChoose',
    label: 'prefecture',
    sentence: 'Choose from the list',
  },
  {
    address: {country: 'AE', state: 'California'},
    field: 'state',
    key: 'fieldChoose',
    label: 'emirate',
    sentence: 'Choose from the list',
  },
  {
    address: {country: 'IN', postalCode: '1234'},
    field: 'postal-code',
    key: 'fieldWrong',
    label: 'pinCode',
    sentence: 'Check this. Example: 110034',
  },
  {
    address: {country: 'IE', postalCode: '12345'},
    field: 'postal-code',
    key: 'fieldWrong',
    label: 'eircode',
    sentence: 'Check this. Example: A65 F4E2',
  },
  {
    address: {country: 'FR', postalCode: 'ABCDE'},
    field: 'postal-code',
    key: 'fieldWrong',
    label: 'postalCode',
    sentence: 'Check this. Example: 33380',
  },
  {
    address: {country: 'FR'},
    field: 'street1',
    key: 'street1Missing',
    label: 'street1',
    sentence: 'Enter the street and number',
  },
];
