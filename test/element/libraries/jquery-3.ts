export {default as jQuery} from 'jquery3';
