import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'Biểu mẫu thẻ vẫn đang tải. Hãy chờ một chút rồi thử lại. Nếu không hiện ra, hãy kiểm tra kết nối và tải lại trang.',
  scriptsOff: 'Để nhập thẻ, hãy bật JavaScript trong trình duyệt và tải lại trang.',
  bankAnswered: 'Ngân hàng của bạn đã trả lời.',
  backToShop: 'Quay lại cửa hàng',
  bankPage: 'Trang của ngân hàng',
};
