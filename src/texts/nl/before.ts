import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'Het kaartformulier wordt nog geladen. Wacht even en probeer het dan opnieuw. Verschijnt het niet, controleer dan je verbinding en laad de pagina opnieuw.',
  scriptsOff: 'Zet JavaScript aan in je browser en laad de pagina opnieuw om een kaart in te vullen.',
  bankAnswered: 'Je bank heeft geantwoord.',
  backToShop: 'Terug naar de winkel',
  bankPage: 'Pagina van je bank',
};
