// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.
export const language = 'zh';
export const rules = 'ZSCA/ACSZ ACSZ \\d{6} 266033';
export const states =
  '34=安徽省/Anhui Sheng|92=澳门/Macau|11=北京市/Beijing Shi|50=重庆市/Chongqing Shi|35=福建省/Fujian Sheng|62=甘肃省/Gansu Sheng|44=广东省/Guangdong Sheng|45=广西/Guangxi Zhuangzuzizhiqu|52=贵州省/Guizhou Sheng|46=海南省/Hainan Sheng|13=河北省/Hebei Sheng|41=河南省/Henan Sheng|23=黑龙江省/Heilongjiang Sheng|42=湖北省/Hubei Sheng|43=湖南省/Hunan Sheng|22=吉林省/Jilin Sheng|32=江苏省/Jiangsu Sheng|36=江西省/Jiangxi Sheng|21=辽宁省/Liaoning Sheng|15=内蒙古/Neimenggu Zizhiqu|64=宁夏/Ningxia Huizuzizhiqu|63=青海省/Qinghai Sheng|37=山东省/Shandong Sheng|14=山西省/Shanxi Sheng|61=陕西省/Shaanxi Sheng|31=上海市/Shanghai Shi|51=四川省/Sichuan Sheng|71=台湾/Taiwan|12=天津市/Tianjin Shi|54=西藏/Xizang Zizhiqu|91=香港/Hong Kong|65=新疆/Xinjiang Weiwuerzizhiqu|53=云南省/Yunnan Sheng|33=浙江省/Zhejiang Sheng';
