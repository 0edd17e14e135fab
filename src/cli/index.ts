#!/usr/bin/env node
import {answer} from './answer.js';

const {exitCode, text} = answer(process.argv.slice(2));
process[exitCode === 0 ? 'stdout' : 'stderr'].write(`${text}\n`);
process.exitCode = exitCode;
