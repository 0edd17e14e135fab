// The first thing that the script does: the sessions of the page's forms begin. Their answers take about as long as it takes to
// define what uses them.
import {beginSession} from '../adapter/begun.js';
import {browserPorts} from './browser.js';
import type {CardVaultHost} from './host.js';
import {isInSight} from './in-sight.js';

const isFirst =
  typeof document !== 'undefined' && !customElements.get('card-vault') && !browserPorts.remembers();
if (isFirst)
  for (const tag of document.querySelectorAll<CardVaultHost>('card-vault[session-url]'))
    if (!tag.begunSession && !tag.closest('[disabled],[defer-hydration]') && isInSight(tag))
      tag.begunSession = beginSession(tag.getAttribute('session-url')!);
