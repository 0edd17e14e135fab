import type {RequestHandler} from '@sveltejs/kit';
import {vault} from '#lib/server/vault.ts';

export const fallback: RequestHandler = ({request}) => vault.handle(request);
