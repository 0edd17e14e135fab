import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting: 'ਕਾਰਡ ਫਾਰਮ ਹਾਲੇ ਲੋਡ ਹੋ ਰਿਹਾ ਹੈ। ਥੋੜ੍ਹਾ ਰੁਕ ਕੇ ਦੁਬਾਰਾ ਕੋਸ਼ਿਸ਼ ਕਰੋ। ਜੇ ਨਾ ਦਿਸੇ, ਤਾਂ ਕਨੈਕਸ਼ਨ ਜਾਂਚੋ ਅਤੇ ਪੰਨਾ ਮੁੜ ਲੋਡ ਕਰੋ।',
  scriptsOff: 'ਕਾਰਡ ਦੇ ਵੇਰਵੇ ਭਰਨ ਲਈ ਬ੍ਰਾਊਜ਼ਰ ਵਿੱਚ JavaScript ਚਾਲੂ ਕਰੋ ਅਤੇ ਪੰਨਾ ਮੁੜ ਲੋਡ ਕਰੋ।',
  bankAnswered: 'ਤੁਹਾਡੇ ਬੈਂਕ ਨੇ ਜਵਾਬ ਦੇ ਦਿੱਤਾ ਹੈ।',
  backToShop: 'ਦੁਕਾਨ ’ਤੇ ਵਾਪਸ ਜਾਓ',
  bankPage: 'ਤੁਹਾਡੇ ਬੈਂਕ ਦਾ ਪੰਨਾ',
};
