// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'zh-Hant';
export const rules = 'ZSCA/ACSZ ACSZ \\d{3}(?:\\d{2,3})? 104 county//district';
export const states =
  'TXG=台中市/Taichung City|TPE=台北市/Taipei City|TTT=台東縣/Taitung County|TNN=台南市/Tainan City|ILA=宜蘭縣/Yilan County|HUA=花蓮縣/Hualien County|金門縣/Kinmen County|NAN=南投縣/Nantou County|PIF=屏東縣/Pingtung County|MIA=苗栗縣/Miaoli County|TAO=桃園市/Taoyuan City|KHH=高雄市/Kaohsiung City|KEE=基隆市/Keelung City|連江縣/Lienchiang County|YUN=雲林縣/Yunlin County|NWT=新北市/New Taipei City|HSZ=新竹市/Hsinchu City|HSQ=新竹縣/Hsinchu County|CYI=嘉義市/Chiayi City|CYQ=嘉義縣/Chiayi County|CHA=彰化縣/Changhua County|PEN=澎湖縣/Penghu County';
