import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting: 'แบบฟอร์มบัตรยังโหลดอยู่ รอสักครู่แล้วลองอีกครั้ง หากยังไม่แสดง ให้ตรวจสอบการเชื่อมต่อและโหลดหน้านี้ใหม่',
  scriptsOff: 'หากต้องการกรอกบัตร ให้เปิด JavaScript ในเบราว์เซอร์และโหลดหน้านี้ใหม่',
  bankAnswered: 'ธนาคารของคุณตอบกลับแล้ว',
  backToShop: 'กลับไปที่ร้านค้า',
  bankPage: 'หน้าของธนาคาร',
};
