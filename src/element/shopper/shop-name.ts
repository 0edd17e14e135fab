import {addressOfPage} from '../../adapter/page-address.js';

/** The shop's name as the page gives it. */
export function namedByPage(page: Document): string | undefined {
  const named = page.querySelector<HTMLMetaElement>(
    'meta[name="application-name"],meta[property="og:site_name"]',
  );
  return named?.content || undefined;
}

/** How the page names the shop; its host name where it does not. */
export function shopOfPage(page: Document): string {
  return namedByPage(page) ?? addressOfPage().hostname;
}
