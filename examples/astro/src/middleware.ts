import {defineMiddleware} from 'astro:middleware';

// In place of Astro's own guard, which would refuse the bank's POST to /card-vault/return: the kit guards its routes itself.
export const onRequest = defineMiddleware(({request, url}, next) => {
  const isForm = !['GET', 'HEAD'].includes(request.method) && !url.pathname.startsWith('/card-vault/');
  if (isForm && request.headers.get('origin') !== url.origin) return new Response(null, {status: 403});
  return next();
});
