import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting: 'कार्ड फ़ॉर्म अभी लोड हो रहा है। थोड़ा रुककर फिर कोशिश करें। न दिखे तो कनेक्शन जाँचें और पेज फिर से लोड करें।',
  scriptsOff: 'कार्ड डालने के लिए ब्राउज़र में JavaScript चालू करें और पेज फिर से लोड करें।',
  bankAnswered: 'आपके बैंक ने उत्तर दे दिया है।',
  backToShop: 'दुकान पर वापस जाएँ',
  bankPage: 'आपके बैंक का पेज',
};
