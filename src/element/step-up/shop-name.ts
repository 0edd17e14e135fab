/** How the page names the shop; its host name where it does not. */
export function shopOfPage(page: Document): string {
  const named = page.querySelector<HTMLMetaElement>(
    'meta[name="application-name"],meta[property="og:site_name"]',
  );
  return named?.content || location.hostname;
}
