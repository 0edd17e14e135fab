import type {Config} from '../config.js';
import {anyBank} from '../policy.js';
import {documentResponder} from './document.js';
import {shellScript} from './shell-script.js';

const respond = documentResponder({
  title: ({bankPage}) => bankPage,
  mark: 'shell',
  style:
    ':root{color-scheme:light dark}html,body{margin:0;height:100%;overflow:hidden}' +
    'iframe{display:block;inline-size:100%;block-size:100%;border:0}' +
    '.hidden{position:absolute;inset-block-start:0;inset-inline-start:0;inline-size:10px;block-size:10px;visibility:hidden}',
  script: shellScript,
  body: () => '',
});

/**
 * `GET /frame`: the shell (decision 0002). It may post to and frame any bank, so that the shop's page need
 * not, and lets the bank's frame open the bank's app (decision 0002); only the shop's own pages may frame it.
 * Chromium checks `form-action` on every redirect too, hence `'self'`: a step-up that needs no shopper comes
 * straight back to the return page.
 */
export function shellPage(request: Request, {local, crossOriginIsolated}: Config): Promise<Response> {
  return respond(request, {
    formAction: ["'self'", ...anyBank(local)],
    frameSrc: 'any',
    frameAncestors: ["'self'"],
    crossOriginIsolated,
    // A form says where it comes from by the policy of its own document; "null" may look like an attack to a bank.
    referrer: 'strict-origin',
  });
}
