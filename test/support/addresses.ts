import type {FieldName} from '../../src/element/options.js';
import type {BillingAddress} from '../../src/protocol/index.js';

/** Address of a public building. */
interface PublicAddress {
  /** Whose address it is. */
  readonly of: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** BCP 47 tag of the form in which it is typed. */
  readonly language: string;
  /** The fields that are asked for, in the order of the country. */
  readonly order: string;
  readonly address: BillingAddress;
}

/** As people of the country write them. */
export const publicAddresses: readonly PublicAddress[] = [
  {
    of: 'Empire State Building',
    country: 'US',
    language: 'en',
    order: 'street1 city state postal-code',
    address: {street1: '350 5th Ave', city: 'New York', state: 'New York', postalCode: '10118'},
  },
  {
    of: 'Parliament of Canada',
    country: 'CA',
    language: 'fr',
    order: 'street1 city state postal-code',
    address: {street1: '1 Wellington Street', city: 'Ottawa', state: 'ON', postalCode: 'k1a 0a9'},
  },
  {
    of: 'Prime Minister’s Office',
    country: 'GB',
    language: 'en',
    order: 'street1 city postal-code',
    address: {street1: '10 Downing Street', city: 'London', postalCode: 'SW1A2AA'},
  },
  {
    of: 'President of Ireland',
    country: 'IE',
    language: 'en',
    order: 'street1 city state postal-code',
    address: {street1: 'Áras an Uachtaráin', city: 'Dublin', postalCode: 'D08 E1W3'},
  },
  {
    of: 'Bundestag',
    country: 'DE',
    language: 'de',
    order: 'street1 postal-code city',
    address: {street1: 'Platz der Republik 1', city: 'Berlin', postalCode: 'D-11011'},
  },
  {
    of: 'Federal Chancellery',
    country: 'AT',
    language: 'de',
    order: 'street1 postal-code city',
    address: {street1: 'Ballhausplatz 2', city: 'Wien', postalCode: '1010'},
  },
  {
    of: 'Federal Palace',
    country: 'CH',
    language: 'de',
    order: 'street1 postal-code city',
    address: {street1: 'Bundesplatz 3', city: 'Bern', postalCode: 'CH-3003'},
  },
  {
    of: 'Élysée Palace',
    country: 'FR',
    language: 'fr',
    order: 'street1 postal-code city',
    address: {street1: '55 rue du Faubourg Saint-Honoré', city: 'Paris', postalCode: '75008'},
  },
  {
    of: 'Royal Palace',
    country: 'ES',
    language: 'es',
    order: 'street1 postal-code city state',
    address: {street1: 'Calle de Bailén, s/n', city: 'Madrid', state: 'Madrid', postalCode: '28071'},
  },
  {
    of: 'Jerónimos Monastery',
    country: 'PT',
    language: 'pt-PT',
    order: 'street1 postal-code city',
    address: {street1: 'Praça do Império', city: 'Lisboa', postalCode: '1400-206'},
  },
  {
    of: 'Quirinal Palace',
    country: 'IT',
    language: 'it',
    order: 'street1 postal-code city state',
    address: {street1: 'Piazza del Quirinale', city: 'Roma', state: 'RM', postalCode: '00187'},
  },
  {
    of: 'States General',
    country: 'NL',
    language: 'nl',
    order: 'street1 postal-code city',
    address: {street1: 'Binnenhof 1A', city: 'Den Haag', postalCode: '2513aa'},
  },
  {
    of: 'Prime Minister’s Chancellery',
    country: 'BE',
    language: 'nl',
    order: 'street1 postal-code city',
    address: {street1: 'Wetstraat 16', city: 'Brussel', postalCode: '1000'},
  },
  {
    of: 'Sejm',
    country: 'PL',
    language: 'pl',
    order: 'street1 postal-code city',
    address: {street1: 'Wiejska 4/6/8', city: 'Warszawa', postalCode: '00902'},
  },
  {
    of: 'Prague Castle',
    country: 'CZ',
    language: 'cs',
    order: 'street1 postal-code city',
    address: {street1: 'Pražský hrad', city: 'Praha', postalCode: '11908'},
  },
  {
    of: 'Riksdag',
    country: 'SE',
    language: 'sv',
    order: 'street1 postal-code city',
    address: {street1: 'Riksgatan 1', city: 'Stockholm', postalCode: '100 12'},
  },
  {
    of: 'Ministry of State',
    country: 'DK',
    language: 'da',
    order: 'street1 postal-code city',
    address: {street1: 'Prins Jørgens Gård 1', city: 'København', postalCode: '1240'},
  },
  {
    of: 'Parliament',
    country: 'FI',
    language: 'fi',
    order: 'street1 postal-code city',
    address: {street1: 'Mannerheimintie 30', city: 'Helsinki', postalCode: '00100'},
  },
  {
    of: 'Parliament',
    country: 'GR',
    language: 'el',
    order: 'street1 postal-code city',
    address: {street1: 'Βασιλίσσης Σοφίας 2', city: 'Αθήνα', postalCode: '10021'},
  },
  {
    of: 'Presidency',
    country: 'TR',
    language: 'tr',
    order: 'street1 postal-code city state',
    address: {street1: 'Beştepe', city: 'Yenimahalle', state: 'Ankara', postalCode: '06560'},
  },
  {
    of: 'Office of the President',
    country: 'UA',
    language: 'uk',
    order: 'street1 city state postal-code',
    address: {street1: 'вул. Банкова, 11', city: 'Київ', postalCode: '01220'},
  },
  {
    of: 'Burj Khalifa',
    country: 'AE',
    language: 'ar',
    order: 'street1 state',
    address: {street1: '1 Sheikh Mohammed bin Rashid Blvd', state: 'دبي'},
  },
  {
    of: 'King Fahd Road',
    country: 'SA',
    language: 'ar',
    order: 'street1 city postal-code',
    address: {street1: 'طريق الملك فهد', city: 'الرياض', postalCode: '١١٥٦٤'},
  },
  {
    of: 'Prime Minister’s Office',
    country: 'IL',
    language: 'he',
    order: 'street1 city postal-code',
    address: {street1: 'קפלן 1', city: 'ירושלים', postalCode: '9195016'},
  },
  {
    of: 'President’s House',
    country: 'IN',
    language: 'hi',
    order: 'street1 city postal-code state',
    address: {street1: 'राजपथ', city: 'नई दिल्ली', state: 'दिल्ली', postalCode: '११०००४'},
  },
  {
    of: 'Constitution Avenue',
    country: 'PK',
    language: 'ur',
    order: 'street1 city postal-code',
    address: {street1: 'شاہراہ دستور', city: 'اسلام آباد', postalCode: '44000'},
  },
  {
    of: 'National Diet',
    country: 'JP',
    language: 'ja',
    order: 'postal-code state street1',
    address: {street1: '千代田区永田町１－７－１', state: '東京都', postalCode: '１００－０００１'},
  },
  {
    of: 'City Hall of Seoul',
    country: 'KR',
    language: 'ko',
    order: 'state city street1 postal-code',
    address: {street1: '세종대로 110', city: '중구', state: '서울', postalCode: '04524'},
  },
  {
    of: 'Great Hall of the People',
    country: 'CN',
    language: 'zh-Hans',
    order: 'postal-code state city street1',
    address: {street1: '西长安街1号', city: '西城区', state: '北京市', postalCode: '100032'},
  },
  {
    of: 'Presidential Office',
    country: 'TW',
    language: 'zh-Hant',
    order: 'postal-code state city street1',
    address: {street1: '重慶南路1段122號', city: '中正區', state: '台北市', postalCode: '100'},
  },
  {
    of: 'Three Powers Square',
    country: 'BR',
    language: 'pt-BR',
    order: 'street1 city state postal-code',
    address: {street1: 'Praça dos Três Poderes', city: 'Brasília', state: 'DF', postalCode: '70150900'},
  },
  {
    of: 'National Palace',
    country: 'MX',
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
    language: 'en',
    order: 'street1 city state postal-code',
    address: {street1: 'Parliament Drive', city: 'Canberra', state: 'ACT', postalCode: '2600'},
  },
  {
    of: 'Central Government Offices',
    country: 'HK',
    language: 'en',
    order: 'street1 city state',
    address: {street1: '1 Tim Mei Avenue', city: 'Admiralty', state: 'Hong Kong Island'},
  },
  {
    of: 'Parliament House',
    country: 'SG',
    language: 'en',
    order: 'street1 postal-code',
    address: {street1: '1 Parliament Place', postalCode: '178880'},
  },
  {
    of: 'Presidential Palace',
    country: 'VN',
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
