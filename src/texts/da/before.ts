import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'Kortformularen indlæses stadig. Vent lidt, og prøv igen. Hvis den ikke vises, så tjek forbindelsen og genindlæs siden.',
  scriptsOff: 'Slå JavaScript til i browseren, og genindlæs siden for at indtaste et kort.',
  bankAnswered: 'Din bank har svaret.',
  backToShop: 'Tilbage til butikken',
  bankPage: 'Din banks side',
};
