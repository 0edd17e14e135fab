import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting: 'কার্ডের ফর্ম এখনো লোড হচ্ছে। একটু অপেক্ষা করে আবার চেষ্টা করুন। না এলে সংযোগ দেখে পেজটি আবার লোড করুন।',
  scriptsOff: 'কার্ডের তথ্য দিতে ব্রাউজারে JavaScript চালু করে পেজটি আবার লোড করুন।',
  bankAnswered: 'আপনার ব্যাংক উত্তর দিয়েছে।',
  backToShop: 'দোকানে ফিরে যান',
  bankPage: 'আপনার ব্যাংকের পেজ',
};
