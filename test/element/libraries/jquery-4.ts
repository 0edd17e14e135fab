export {jQuery} from 'jquery';
import 'jquery-validation';
