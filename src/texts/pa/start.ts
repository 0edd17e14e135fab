export {first} from './first.js';

/** Every other word of this language, for what is shown after the form. */
export const whole = () => import('./element.js');
