import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'Formulář karty se ještě načítá. Chvíli počkejte a zkuste to znovu. Pokud se neobjeví, zkontrolujte spojení a načtěte stránku znovu.',
  scriptsOff: 'Chcete-li zadat kartu, zapněte v prohlížeči JavaScript a načtěte stránku znovu.',
  bankAnswered: 'Vaše banka odpověděla.',
  backToShop: 'Zpět do obchodu',
  bankPage: 'Stránka vaší banky',
};
