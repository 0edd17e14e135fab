import {Bench} from './bench/bench.js';

new Bench().start();
