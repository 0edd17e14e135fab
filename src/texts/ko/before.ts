import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    '카드 양식을 불러오는 중입니다. 잠시 기다린 후 다시 시도하세요. 나타나지 않으면 연결을 확인하고 페이지를 새로 고치세요.',
  scriptsOff: '카드를 입력하려면 브라우저에서 JavaScript를 켜고 페이지를 새로 고치세요.',
  bankAnswered: '은행에서 응답했습니다.',
  backToShop: '상점으로 돌아가기',
  bankPage: '은행 페이지',
};
