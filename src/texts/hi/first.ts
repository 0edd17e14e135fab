import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'कार्ड नंबर',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'समाप्ति तिथि',
  expiryPlaceholder: 'MM / YY',
  securityCode: 'सीवीवी (CVV)',
  securityCodePlaceholder: '123',
  securityCodeHint: 'कार्ड के पीछे के 3 अंक',
  name: 'कार्ड पर लिखा नाम',
  numberMissing: 'कार्ड नंबर डालें',
  numberIncomplete: 'अंक कम हैं या गलत हैं',
  numberWrong: 'एक अंक गलत हो सकता है',
  expiryMissing: 'समाप्ति तिथि डालें',
  expiryIncomplete: 'महीना और वर्ष डालें',
  expiryMonth: 'महीना 01 से 12 तक होता है',
  expiryPast: 'कार्ड की अवधि समाप्त है',
  expiryFar: 'वर्ष जाँचें',
  securityCodeMissing: '{count} अंकों का कोड डालें',
  securityCodeWrong: 'सभी {count} अंक डालें',
  formIncomplete: 'अपने कार्ड का विवरण जाँचें',
  save: 'कार्ड सेव करें',
  saving: 'कार्ड सेव हो रहा है…',
  notice: 'विवरण एन्क्रिप्ट करके सीधे कार्ड सेवा को भेजा जाता है, दुकान को कभी नहीं।',
  consent:
    '{shop} यह कार्ड रख सकती है और बाद में मेरे ऑर्डर या सदस्यता के लिए इससे भुगतान ले सकती है। यह अनुमति कभी भी वापस ली जा सकती है।',
  errorNetwork: 'कनेक्शन टूट गया। अपना इंटरनेट जाँचें और फिर कोशिश करें।',
  errorMerchantRetry: 'हमारी ओर से कुछ गड़बड़ हुई। कृपया थोड़ी देर में फिर कोशिश करें।',
};
