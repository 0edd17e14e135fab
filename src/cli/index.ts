#!/usr/bin/env node
import {answer} from './answer.js';

const {exitCode, text} = await answer(process.argv.slice(2), {
  fetch: globalThis.fetch,
  now: Date.now,
  webhookSecret: process.env['CARD_VAULT_WEBHOOK_SECRET'],
});
process[exitCode === 2 ? 'stderr' : 'stdout'].write(`${text}\n`);
process.exitCode = exitCode;
