import {isRecord} from '../../protocol/answer.js';
import {isSuccess, jsonOf, redirectOf} from '../check/http.js';
import {everyRoute, type Rule} from './rule.js';
import {Broken} from './shop.js';

/** Rules of all answers that the other rules have seen. */
export const everyRouteRules = [
  {
    check: 'headers',
    section: everyRoute,
    kept: 'Answers are JSON in UTF-8 that nothing on the way keeps.',
    next: 'Set Content-Type: application/json and Cache-Control: no-store on each answer.',
    attempt: async ({replies}) => {
      for (const {route, answer} of replies) {
        if (!isSuccess(answer)) continue;
        const type = answer.headers.get('content-type') ?? '';
        const cache = answer.headers.get('cache-control') ?? '';
        if (!/^application\/json\s*(;\s*charset="?utf-?8"?\s*)?$/i.test(type))
          throw new Broken(`${route} answers with Content-Type: ${type || '(none)'}.`);
        if (!/(^|[\s,])no-store($|[\s,])/i.test(cache))
          throw new Broken(`${route} answers with Cache-Control: ${cache || '(none)'}.`);
      }
      return undefined;
    },
  },
  {
    check: 'errors',
    section: 'Errors',
    kept: 'Refusals say why, by a code and a message.',
    next: 'Answer each refusal with {"code": "…", "message": "…"} as JSON, also where the framework refuses by itself.',
    attempt: async ({replies}) => {
      const refusals = replies.filter(({answer}) => !isSuccess(answer) && !redirectOf(answer));
      for (const {route, answer} of refusals) {
        const body = jsonOf(answer);
        const [code, message] = isRecord(body) ? [body['code'], body['message']] : [];
        if (typeof code !== 'string' || typeof message !== 'string' || code === '')
          throw new Broken(`${route} answers ${answer.status} without a code and a message in JSON.`);
      }
      return undefined;
    },
  },
] as const satisfies readonly Rule[];
