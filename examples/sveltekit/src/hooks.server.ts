import {error} from '@sveltejs/kit';
import type {Handle} from '@sveltejs/kit/hooks';
import {publicUrl} from '#lib/server/vault.ts';

// In place of SvelteKit's own guard, which would refuse the bank's POST to /card-vault/return: the kit guards its routes itself.
export const handle: Handle = ({event, resolve}) => {
  const {request, url} = event;
  const isForm = !['GET', 'HEAD'].includes(request.method) && !url.pathname.startsWith('/card-vault/');
  if (isForm && request.headers.get('origin') !== publicUrl)
    error(403, 'Send the form from a page of the shop.');
  return resolve(event);
};
