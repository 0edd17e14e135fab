import {engineConfig} from './config.mjs';

export default engineConfig('webkit');
