import {ServiceCalendar} from './calendar.js';

customElements.define('service-calendar', ServiceCalendar);
