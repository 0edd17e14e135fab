import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'কার্ড নম্বর',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'মেয়াদ শেষের তারিখ',
  expiryPlaceholder: 'MM / YY',
  securityCode: 'নিরাপত্তা কোড',
  securityCodePlaceholder: '123',
  securityCodeHint: 'কার্ডের পেছনের ৩টি সংখ্যা',
  name: 'কার্ডে লেখা নাম',
  numberMissing: 'কার্ড নম্বর লিখুন',
  numberIncomplete: 'কোনো সংখ্যা বাদ পড়েছে বা ভুল',
  numberWrong: 'একটি সংখ্যা ভুল হতে পারে',
  expiryMissing: 'মেয়াদ শেষের তারিখ লিখুন',
  expiryIncomplete: 'মাস ও বছর লিখুন',
  expiryMonth: 'মাস ০১ থেকে ১২',
  expiryPast: 'এই কার্ডের মেয়াদ শেষ',
  expiryFar: 'বছরটি দেখে নিন',
  securityCodeMissing: '{count} সংখ্যার কোডটি লিখুন',
  securityCodeWrong: '{count}টি সংখ্যাই লিখুন',
  formIncomplete: 'কার্ডের তথ্য দেখে নিন',
  save: 'কার্ড সেভ করুন',
  saving: 'কার্ড সেভ হচ্ছে…',
  notice: 'এনক্রিপ্ট হয়ে সরাসরি কার্ড সেবার কাছে যায়, কখনোই দোকানে নয়।',
  consent:
    '{shop} এই কার্ড রেখে দিতে পারবে এবং পরে আমার অর্ডার বা সাবস্ক্রিপশনের টাকা এ থেকে নিতে পারবে। আমি যেকোনো সময় এই অনুমতি ফিরিয়ে নিতে পারি।',
  errorNetwork: 'সংযোগ বিচ্ছিন্ন হয়েছে। ইন্টারনেট দেখে আবার চেষ্টা করুন।',
  errorMerchantRetry: 'আমাদের দিক থেকে সমস্যা হয়েছে। একটু পরে আবার চেষ্টা করুন।',
};
