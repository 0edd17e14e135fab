/**
 * The cookie that gives a page to a browser (decision 0076). Its prefix `__Host-` keeps pages of sibling hosts from
 * setting it: browsers take it only from this very host, for all paths, over a secure connection.
 */
import {deleteCookie, getCookie, setCookie} from 'hono/cookie';
import type {CookieOptions} from 'hono/utils/cookie';
import type {ServiceContext} from '../../platform/http/env.js';
import {isLoopback} from '../../platform/identity/origins.js';
import type {ServiceUrls} from '../../platform/settings.js';
import {sessionPath} from './context.js';
import {lifetimeMs} from './session.js';

const prefix = 'cv-';
/** Pages that one browser may have side by side. Every request sends all of their cookies. */
const mostPages = 8;

interface Kind {
  readonly name: string;
  readonly options: CookieOptions;
}

function kindOf(c: ServiceContext, {hosted}: ServiceUrls, session: string): Kind {
  const name = `${prefix}${session}`;
  // Not strict: the shopper arrives from a link on the shop's page, through a redirect.
  const common = {httpOnly: true, sameSite: 'Lax', maxAge: lifetimeMs / 1000} as const;
  if (keepsSecureCookies(c, new URL(hosted)))
    return {name: `__Host-${name}`, options: {...common, path: '/', secure: true}};
  return {name, options: {...common, path: sessionPath(session)}};
}

/**
 * Whether the browser keeps a secure cookie of this service. Only a development run speaks plain http; there
 * Chromium and Firefox do on this machine, WebKit does nowhere.
 */
function keepsSecureCookies(c: ServiceContext, hosted: URL): boolean {
  if (hosted.protocol === 'https:') return true;
  const browser = c.req.header('user-agent') ?? '';
  const isWebKit = /AppleWebKit/.test(browser) && !/Chrom(e|ium)\//.test(browser);
  return isLoopback(hosted) && !isWebKit;
}

export function readCookie(c: ServiceContext, urls: ServiceUrls, session: string): string | undefined {
  return getCookie(c, kindOf(c, urls, session).name);
}

/** Sets the cookie. Of more pages than a browser may have, it loses the first: browsers send cookies in their order. */
export function giveCookie(c: ServiceContext, urls: ServiceUrls, session: string, value: string): void {
  const {name, options} = kindOf(c, urls, session);
  const others = Object.keys(getCookie(c)).filter(
    (other) => other.startsWith(`__Host-${prefix}`) && other !== name,
  );
  for (const other of others.slice(0, Math.max(0, others.length - mostPages + 1)))
    deleteCookie(c, other, {path: '/', secure: true});
  setCookie(c, name, value, options);
}

export function dropCookie(c: ServiceContext, urls: ServiceUrls, session: string): void {
  const {name, options} = kindOf(c, urls, session);
  deleteCookie(c, name, options);
}
