import type {boxes as english} from '../en/boxes.js';
import type {Texts} from '../shapes.js';

export const boxes: Texts<typeof english> = {
  plansTitle: 'Sofranıza bir kutu',
  plansLead:
    'Ne sıklıkta olacağını seçin. Perşembe günleri teslim ederiz; istediğinizde duraklatın veya durdurun.',
  plansSmall: 'Ödeme hizmetinin sayfasında ödersiniz ve buraya dönersiniz.',
  lookingUp: 'Kutunuza bakılıyor',
  yourBox: 'Kutunuz',
  choose: 'Seç',
  oneBox: 'Kutunuz: {box}. Değiştirmek için önce onu durdurun; bittiğinde yeniden seçebilirsiniz.',
  perWeek: '/ hafta',
  perMonth: '/ ay',
  perYear: '/ yıl',
  boxes: {
    'sorrel-weekly': {
      title: 'Haftalık kutu',
      lead: 'Bir kişilik, her perşembe',
      items: ['Altı çeşit sebze', 'Yazın taze otlar', 'Bir yemek tarifi'],
    },
    'sorrel-monthly': {
      title: 'Aylık kutu',
      lead: 'İki kişilik, ayda bir',
      items: ['Dokuz çeşit sebze', 'Yarım yulaf ekmeği', 'Ash çiftliğinden yumurta'],
    },
    'sorrel-yearly': {
      title: 'Çiftlik payı',
      lead: 'Hasattan payınız',
      items: ['Tüm haftalık kutular', 'Çiftlikte bir gün', 'Sonbaharda elma'],
    },
  },
  states: {
    pending: 'İlk ödeme bekleniyor',
    active: 'Yolda',
    late: 'Ödeme gecikti',
    paused: 'Duraklatıldı',
    cancelled: 'Sona erdi',
    failed: 'Beklemede: ödeme başarısız',
  },
  nextPayment: 'Sonraki ödeme: {date}.',
  paidUntil: '{date} tarihine kadar ödendi.',
  tryAgain: 'Son ödeme yapılamadı. {date} tarihinde tekrar deneyeceğiz.',
  failedHelp: '“Kart ve ödemeler” bölümünden başka bir kart seçin; kutularınız devam eder.',
  endsOn: 'Bitiş: {date}.',
  endedOn: 'Sona erdi: {date}.',
  pauseBox: 'Duraklat',
  resumeBox: 'Sürdür',
  cancelBox: 'Bu dönemden sonra durdur',
  keepBox: 'Vazgeçtim, kutum kalsın',
  endBox: 'Şimdi durdur',
  portal: 'Kart ve ödemeler',
  mails: 'Size yazdıklarımız',
  letters: {
    paid: '{date}: Teşekkürler, {price} ödendi.',
    late: '{price} ödenemedi. {date} tarihinde tekrar deneyeceğiz. Kartınızı değiştirebilirsiniz.',
    withdrawn: '{price} ödenemedi. Kutularınız durduruluyor. Kartınızı değiştirebilirsiniz.',
    ended: 'Kutularınız sona erdi. Her zaman yeniden bekleriz.',
  },
  changed: 'Tamam.',
  notChanged: 'Olmadı. Lütfen tekrar deneyin.',
  boxUnavailable: 'Kutunuz şu anda gösterilemiyor. Birazdan tekrar deneyin.',
  back: 'Ödeme sayfasından çıktınız. Hiçbir şey ödenmedi.',
};
