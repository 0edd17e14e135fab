import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Số thẻ',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Ngày hết hạn',
  expiryPlaceholder: 'MM / YY',
  securityCode: 'Mã bảo mật',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 chữ số ở mặt sau thẻ',
  name: 'Tên trên thẻ',
  numberMissing: 'Nhập số thẻ',
  numberIncomplete: 'Kiểm tra số thẻ: thiếu hoặc sai chữ số',
  numberWrong: 'Kiểm tra số thẻ: có thể sai một chữ số',
  expiryMissing: 'Nhập ngày hết hạn',
  expiryIncomplete: 'Nhập tháng và năm',
  expiryMonth: 'Nhập tháng, 01–12',
  expiryPast: 'Thẻ này đã hết hạn',
  expiryFar: 'Kiểm tra lại năm',
  securityCodeMissing: 'Nhập mã {count} chữ số',
  securityCodeWrong: 'Nhập đủ {count} chữ số',
  formIncomplete: 'Kiểm tra thông tin thẻ',
  save: 'Lưu thẻ',
  saving: 'Đang lưu thẻ…',
  notice: 'Được mã hóa và gửi thẳng đến dịch vụ thẻ, không bao giờ đến cửa hàng.',
  consent:
    '{shop} được giữ thẻ này và thu tiền sau cho các đơn hàng hoặc gói đăng ký của tôi. Tôi có thể rút lại bất cứ lúc nào.',
  errorNetwork: 'Mất kết nối. Hãy kiểm tra Internet rồi thử lại.',
  errorMerchantRetry: 'Đã xảy ra lỗi từ phía chúng tôi. Vui lòng thử lại sau giây lát.',
};
