import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Číslo karty',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Platnost do',
  expiryPlaceholder: 'MM / RR',
  securityCode: 'Kód CVC',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 číslice na zadní straně karty',
  name: 'Jméno na kartě',
  numberMissing: 'Zadejte číslo karty',
  numberIncomplete: 'Číslice chybí nebo nesouhlasí',
  numberWrong: 'Jedna číslice může být chybná',
  expiryMissing: 'Zadejte datum',
  expiryIncomplete: 'Zadejte měsíc a rok',
  expiryMonth: 'Zadejte měsíc, 01–12',
  expiryPast: 'Platnost karty skončila',
  expiryFar: 'Zkontrolujte rok',
  securityCodeMissing: 'Zadejte {count}místný kód',
  securityCodeWrong: 'Zadejte všechny {count} číslice',
  formIncomplete: 'Zkontrolujte údaje karty',
  save: 'Uložit kartu',
  saving: 'Ukládání karty…',
  notice: 'Údaje se odesílají šifrovaně přímo platební službě, nikdy obchodu.',
  consent:
    '{shop} může tuto kartu uchovat a později z ní strhávat platby za mé objednávky a předplatné. Souhlas mohu kdykoli odvolat.',
  errorNetwork: 'Spojení se přerušilo. Zkontrolujte internet a zkuste to znovu.',
  errorMerchantRetry: 'Něco se u nás nepovedlo. Zkuste to za chvíli znovu.',
};
