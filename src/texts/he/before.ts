import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting: 'טופס הכרטיס עדיין נטען. המתינו רגע ונסו שוב. אם אינו מופיע, בדקו את החיבור וטענו את הדף מחדש.',
  scriptsOff: 'כדי להזין כרטיס, הפעילו JavaScript בדפדפן וטענו את הדף מחדש.',
  bankAnswered: 'הבנק שלכם השיב.',
  backToShop: 'חזרה לחנות',
  bankPage: 'הדף של הבנק שלכם',
};
