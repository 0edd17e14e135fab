import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'Kortformuläret laddas fortfarande. Vänta en stund och försök igen. Om det inte visas, kontrollera anslutningen och ladda om sidan.',
  scriptsOff: 'Slå på JavaScript i webbläsaren och ladda om sidan för att ange ett kort.',
  bankAnswered: 'Din bank har svarat.',
  backToShop: 'Tillbaka till butiken',
  bankPage: 'Din banks sida',
};
