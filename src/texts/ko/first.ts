import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: '카드 번호',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: '유효기간',
  expiryPlaceholder: 'MM / YY',
  securityCode: '보안 코드',
  securityCodePlaceholder: '123',
  securityCodeHint: '카드 뒷면의 숫자 3자리',
  name: '카드에 적힌 이름',
  numberMissing: '카드 번호를 입력하세요',
  numberIncomplete: '번호를 확인하세요: 숫자가 빠졌거나 틀렸습니다',
  numberWrong: '번호를 확인하세요: 한 자리가 틀린 것 같습니다',
  expiryMissing: '유효기간을 입력하세요',
  expiryIncomplete: '월과 연도를 입력하세요',
  expiryMonth: '월을 01~12로 입력하세요',
  expiryPast: '유효기간이 지난 카드입니다',
  expiryFar: '연도를 확인하세요',
  securityCodeMissing: '{count}자리 코드를 입력하세요',
  securityCodeWrong: '{count}자리를 모두 입력하세요',
  formIncomplete: '카드 정보를 확인하세요',
  save: '카드 저장',
  saving: '카드 저장 중…',
  notice: '카드 정보는 암호화되어 카드 서비스로 바로 전송되며 상점에는 전송되지 않습니다.',
  consent:
    '{shop}에서 이 카드를 보관하고 이후 주문이나 구독 대금을 청구하는 데 동의합니다. 동의는 언제든지 철회할 수 있습니다.',
  errorNetwork: '연결이 끊겼습니다. 인터넷을 확인하고 다시 시도하세요.',
  errorMerchantRetry: '저희 쪽에 문제가 생겼습니다. 잠시 후 다시 시도하세요.',
};
